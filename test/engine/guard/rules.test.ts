import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { RULES } from "../../../engine/guard/rules.ts";

const page = readFileSync(new URL("../../../docs/guards.md", import.meta.url), "utf8");

describe("a rule is explained to people", () => {
  for (const { id, posture } of RULES) {
    test(id, () => expect(page).toMatch(new RegExp(`^\\| \`${id}\` \\| ${posture} \\| .`, "m")));
  }

  test("and those that hold always are said to", () => {
    const always = RULES.filter(({ fixed }) => fixed).map(({ id }) => `\`${id}\``);
    expect(page).toContain(`${always.slice(0, -1).join(", ")} and ${always.at(-1)} hold always`);
  });
});

test("each rule stands in the table once and tells a refused one what to do", () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  for (const { remedy, reason } of RULES) {
    expect(remedy).toMatch(/\.$/);
    expect(reason).not.toMatch(/\.$/);
  }
});
