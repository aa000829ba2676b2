import { expect, test } from "bun:test";
import {
  comparePhaseIds,
  isSentinelPhase,
  normalPhaseId,
  parsePhaseId,
  phaseIdOfDirectory,
} from "../../../engine/planning/phase-id.ts";

test.each([
  ["2", "02"],
  ["02", "02"],
  ["2.1", "02.1"],
  ["2.10", "02.10"],
  ["12A", "12A"],
  ["1-2", "01-02"],
  ["1-02", "01-02"],
  ["100", "100"],
  ["APP-3", "03"],
  ["later", "later"],
])("%s is written %s", (text, normal) => {
  expect(normalPhaseId(text)).toBe(normal);
});

test("phases are ordered by number, letter and decimals", () => {
  const ordered = ["1", "2", "2.1", "2.2", "2.10", "3", "3A", "3B", "10", "backlog"];
  expect([...ordered].reverse().sort(comparePhaseIds)).toEqual(ordered);
  expect(["1-10", "1-02", "2-01"].sort(comparePhaseIds)).toEqual(["1-02", "1-10", "2-01"]);
});

test.each([
  ["02-beta", "02"],
  ["2-beta", "02"],
  ["02", "02"],
  ["01-02-beta", "01-02"],
  ["02.1-urgent", "02.1"],
  ["03-2024-review", "03"],
  ["03-3-ways", "03"],
  ["APP-04-gamma", "04"],
  ["notes", null],
])("the directory %s belongs to %p", (name, id) => {
  expect(phaseIdOfDirectory(name)).toBe(id);
});

test("0 and 999 are not phases", () => {
  expect(["0", "999", "999.1", "1", "99"].map(isSentinelPhase)).toEqual([true, true, true, false, false]);
});

test("what is no id is not read as one", () => {
  expect(["", "x", "1.", "1-", "1..2", "-1"].map(parsePhaseId)).toEqual([null, null, null, null, null, null]);
});
