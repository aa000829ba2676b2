import { expect, test } from "bun:test";
import { join } from "node:path";
import { readOptions } from "../../try/options.ts";

test("without a word the story plays in OpenCode and keeps nothing", () => {
  expect(readOptions([])).toEqual({ kind: "play", options: { host: "opencode", model: undefined, keep: false } });
});

test.each([
  ["--bogus", "Unknown option '--bogus'"],
  ["--host", "'--host <value>' argument missing"],
  ["--host vscode", "--host is opencode or pi, not vscode"],
  ["--model big", "--model is <provider>/<model>, not big"],
  ["--host pi --model a/b", "--model goes with OpenCode only"],
  ["extra", "Unexpected argument 'extra'"],
])("`%s` is answered with what is wrong", (line, problem) => {
  expect(readOptions(line.split(" "))).toEqual({ kind: "wrong", problem: expect.stringContaining(problem) });
});

test("a wrong word ends with a code and the usage, and shows no stack", () => {
  const script = join(import.meta.dir, "..", "..", "try", "run.ts");
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, script, "--bogus"]);
  expect(exitCode).toBe(1);
  expect(stderr.toString()).toStartWith("Unknown option '--bogus'\n\nUse: npm run try -- ");
  expect(stderr.toString()).not.toMatch(/^\s+at /m);
});
