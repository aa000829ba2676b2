import { describe, expect, test } from "bun:test";
import EVASIONS from "./evasions.json" with { type: "json" };
import { guardedProject } from "./guarded-project.ts";
import { ORDINARY_COMMANDS } from "./ordinary-commands.ts";

const project = guardedProject();

describe("an ordinary command passes", () => {
  for (const command of ORDINARY_COMMANDS) test(command, () => expect(project.shell(command)).toBe("allow"));
});

for (const [verdict, commands] of Object.entries(EVASIONS)) {
  describe(`${verdict} sees`, () => {
    for (const command of commands) test(command, () => expect(project.shell(command)).toBe(verdict));
  });
}
