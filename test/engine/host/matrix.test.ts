import { describe, expect, test } from "bun:test";
import { INTERFACE_POINTS, negotiate, shouldFlattenDispatch } from "../../../engine/host/index.ts";
import { hostMatrix } from "./matrix.ts";

describe("published hosts", () => {
  for (const { host, axes, levels, profile, flattens } of hostMatrix()) {
    test(`${host} negotiates to ${levels} as ${profile}`, () => {
      const result = negotiate(axes);
      expect(INTERFACE_POINTS.map((point) => result.points[point].effectiveLevel[0]).join("")).toBe(levels);
      expect(result.profile).toBe(profile);
      expect(shouldFlattenDispatch(result.effective.dispatch)).toBe(flattens);
      expect(JSON.stringify(result.effective)).not.toContain("undocumented");
    });
  }
});
