import { describe, expect, test } from "bun:test";
import { judgeToolCall } from "../../../engine/guard/judge.ts";

const shell = (command: string) =>
  judgeToolCall("bash", { command }, { root: "/tmp/project", writableRoots: [] })?.rule;

describe("a model's shell that decides for a person is denied", () => {
  const lines = [
    "loopwright gate waive security --reason quick",
    "env -u AI_AGENT loopwright gate waive security",
    "cd /tmp && npx loopwright gate.waive security",
    "loopwright --raw 'gate' \"unwaive\" security",
    "node dist/cli.js capability install ./x --yes",
    "loopwright capability trust revoke x",
  ];
  for (const line of lines) test(line, () => expect(shell(line)).toBe("person-only"));

  test("in the file itself too", () => {
    expect(shell("echo {} > /home/me/.gsd/waivers.json")).toBe("shell");
  });
});

describe("what only reads is let through", () => {
  const lines = [
    "loopwright gate list",
    "loopwright capability list",
    "git commit -m 'explain gate waive'",
    "grep -rn 'gate waive' docs",
  ];
  for (const line of lines) test(line, () => expect(shell(line)).toBeUndefined());
});
