import { expect, test } from "bun:test";
import { lookupConfig, readConfig } from "../../../engine/planning/config.ts";

const config = (text: string) => {
  const reading = readConfig(text);
  if (!reading.ok) throw new Error(reading.message);
  return reading.config;
};

test("old spellings are found at their new place", () => {
  const read = config(
    '\ufeff{"branching_strategy": "phase", "depth": "fine", "sub_repos": ["a"], "git": {"base_branch": "main"}}',
  );
  expect(read).toEqual({
    granularity: "fine",
    git: { branching_strategy: "phase", base_branch: "main" },
    planning: { sub_repos: ["a"] },
  });
});

test("a new spelling wins over an old one", () => {
  expect(config('{"base_branch": "old", "git": {"base_branch": "new"}}')).toEqual({ git: { base_branch: "new" } });
});

test("only own properties are looked up", () => {
  const read = config('{"a": {"b": false}, "__proto__": {"x": 1}, "constructor": {"y": 1}}');
  expect(lookupConfig(read, "a.b")).toBe(false);
  for (const path of ["a.c", "a.b.c", "toString", "a.toString", "__proto__.x", "constructor.y", "constructor.name"]) {
    expect(lookupConfig(read, path)).toBeUndefined();
  }
});

test.each(["", "[]", "null", '"x"', "{"])("%j is a problem, not an empty object", (text) => {
  expect(readConfig(text).ok).toBe(false);
});
