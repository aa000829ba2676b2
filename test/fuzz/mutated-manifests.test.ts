import { expect, test } from "bun:test";
import { fuzzManifests, mutated } from "./mutated-manifests.ts";

test("no mutated manifest throws or changes what its neighbour contributes", () => {
  expect(fuzzManifests(500).failures).toEqual([]);
}, 30_000);

test("a seed always gives the same manifest", () => {
  expect(mutated(42)).toEqual(mutated(42));
});
