import { describe, expect, test } from "bun:test";
import { askCase, comparable } from "./ask-case.ts";
import { caseNames, expectedOf, readCase, readJson } from "./golden-case.ts";
import { OURSELVES } from "./our-tool.ts";

const names = caseNames();
const waiting = readJson("not-yet-commanded.json") as { readonly calls: readonly string[] };
const all = names.flatMap((name) => (readCase(name).calls ?? []).map(({ id }) => `${name} ${id}`));
const asks = (call: string) => !waiting.calls.includes(call);

describe("a recorded project answers as it did there", () => {
  for (const name of names) {
    test(name, async () => {
      const answers: unknown = await askCase(readCase(name), { ...OURSELVES, asks });
      expect(answers).toEqual(comparable(name, expectedOf(name), asks));
    });
  }
});

test("no call of a recorded project is left out unnoticed", () => {
  expect(all.length).toBe(155);
  expect(waiting.calls.filter((call) => !all.includes(call))).toEqual([]);
  expect(waiting.calls.length).toBeLessThanOrEqual(39);
});
