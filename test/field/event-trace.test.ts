import { describe, expect, test } from "bun:test";
import { fieldCases } from "./event-trace/case.ts";
import { checkExpectations } from "./event-trace/expectations.ts";
import { playCase } from "./event-trace/play-case.ts";

describe("what users met in the field", () => {
  test.each(
    fieldCases("event-trace", "prompt-stability").map((field) => [`${field.id}: ${field.title}`, field] as const),
  )("%s", async (_title, field) => {
    const trace = await playCase(field);
    expect([...trace.problems, ...checkExpectations(field.expect, trace)]).toEqual([]);
  });
});
