import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isReceipt, isSubmission, readHandoff } from "../../../engine/lifecycle/handoff.ts";
import { GUILD, guildCases } from "./cases.ts";

const { cases } = guildCases<{
  readonly cases: readonly {
    readonly file: string;
    readonly blocks: number;
    readonly verdict: string;
    readonly errors: readonly string[];
    readonly missing_sections: readonly string[];
    readonly check_a: boolean;
    readonly task_completed: "accept" | "reject";
  }[];
}>("expected/handoff.json");

describe("a receipt", () => {
  test.each(cases.map((one) => [one.file, one] as const))("%s", (file, one) => {
    const text = readFileSync(join(GUILD, "handoff", file), "utf8");
    const reading = readHandoff(text);
    const { blocks, errors, missing_sections } = reading;
    expect({ blocks, verdict: reading.verdict as string, errors, missing_sections }).toEqual({
      blocks: one.blocks,
      verdict: one.verdict,
      errors: [...one.errors],
      missing_sections: [...one.missing_sections],
    });
    expect(reading.verdict !== "ok").toBe(one.check_a);
    expect(isSubmission(reading)).toBe(one.task_completed === "accept");
    expect(isReceipt("/elsewhere/any.md", text)).toBe(true);
  });

  test("is known by its folder too, but not where things are built or kept as samples", () => {
    expect(isReceipt("/p/.guild/runs/r/handoffs/a.md", "")).toBe(true);
    expect(isReceipt("/p/dist/handoffs/a.md", "")).toBe(false);
    expect(isReceipt("/p/test/fixtures/handoffs/a.md", "")).toBe(false);
    expect(isReceipt("/p/src/a.md", "type: handoff_receipt\n")).toBe(false);
  });
});
