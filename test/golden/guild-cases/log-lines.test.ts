import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readLenient, readStrict } from "../../../engine/run/read-log.ts";
import { judgeLine } from "../../../engine/run/strict-line.ts";
import { GUILD, guildCases } from "./cases.ts";

interface LogLines {
  readonly runs: Readonly<Record<string, readonly { readonly line: number; readonly verdict: string }[]>>;
}

const { runs } = guildCases<LogLines>("expected/log-lines.json");
const folderOf = (run: string) => join(GUILD, "project", ".guild", "runs", run);

describe.each(Object.entries(runs))("the log of %s", (run, expected) => {
  test("has the verdicts of the strict reader", () => {
    const lines = readFileSync(join(folderOf(run), "logs", "v1.4-events.jsonl"), "utf8").split("\n");
    const verdicts = lines.flatMap((text, index) =>
      text === "" ? [] : [{ line: index + 1, verdict: judgeLine(text) }],
    );
    expect(verdicts.map(({ verdict }): string => verdict)).toEqual(expected.map(({ verdict }) => verdict));
    expect(readStrict(folderOf(run), run)).toHaveLength(expected.filter(({ verdict }) => verdict === "ok").length);
  });
});

describe("the lenient reader", () => {
  test("keeps every object and nothing else", () => {
    const events = readLenient(folderOf("run-20260302-101500-malformed"));
    expect(events).toHaveLength(7);
    expect(events.some(({ event }) => event === "from_the_future")).toBe(true);
  });

  test("gives markers the fields that other lines have", () => {
    const [first] = readLenient(folderOf("run-20260301-090000-checkout-flow"));
    expect(first).toMatchObject({ event: "run_started", ts: "2026-03-01T09:00:00.000Z" });
  });

  test("reads the legacy mirror where there is no log", () => {
    const events = readLenient(folderOf("run-legacy-alpha"));
    expect(events.length).toBeGreaterThan(0);
    expect(events[0]?.ok).toBeDefined();
  });
});
