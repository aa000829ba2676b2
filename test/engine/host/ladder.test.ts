import { describe, expect, test } from "bun:test";
import { AXES, degradationFor, INTERFACE_POINTS, type Level } from "../../../engine/host/index.ts";

const LADDER: Readonly<Record<"command" | "model" | "hooks" | "state" | "artifact", Readonly<Record<string, Level>>>> =
  {
    command: {
      "slash-programmatic": "full",
      "slash-file": "full",
      "slash-toml": "degraded",
      palette: "degraded",
      "prose-only": "absent",
    },
    model: { active: "full", passive: "degraded" },
    hooks: { host: "full", engine: "degraded", none: "absent" },
    state: { filesystem: "full", "sandboxed-storage": "degraded", "session-log-append": "degraded" },
    artifact: {
      "slash-programmatic": "full",
      "slash-file": "full",
      "slash-toml": "degraded",
      "prose-only": "degraded",
      palette: "absent",
    },
  };

const AXIS = {
  command: "commandSurface",
  model: "modelMode",
  hooks: "hookBus",
  state: "stateIO",
  artifact: "commandSurface",
} as const;

const JUNK: readonly unknown[] = [
  undefined,
  null,
  5,
  true,
  Symbol("x"),
  [],
  {},
  "",
  "undocumented",
  "__proto__",
  "toString",
];

describe("the degradation ladder", () => {
  for (const point of ["command", "model", "hooks", "state", "artifact"] as const) {
    test(`grades every value of ${point}`, () => {
      const axis = AXIS[point];
      expect(Object.keys(LADDER[point]).sort()).toEqual(Object.keys(AXES[axis].members).sort());
      for (const [value, level] of Object.entries(LADDER[point])) {
        const rung = degradationFor(point, { [axis]: value });
        expect(rung.level).toBe(level);
        expect(rung.unknown).toBeUndefined();
      }
    });

    test(`takes any other value of ${point} as absent and unknown`, () => {
      for (const value of JUNK) {
        expect(degradationFor(point, { [AXIS[point]]: value })).toMatchObject({ level: "absent", unknown: true });
      }
    });
  }

  test("grades dispatch by name, depth, nesting and toolkit", () => {
    for (const named of [true, false]) {
      for (const nested of [true, false]) {
        for (const depth of [-1, 0, 1, 2, 5]) {
          for (const toolkit of ["full", "read-only"]) {
            const dispatch = { namedDispatch: named, nested, maxDepth: depth, subagentToolkit: toolkit };
            const best = nested && (depth === -1 || depth >= 2) && toolkit === "full" ? "full" : "degraded";
            expect(degradationFor("dispatch", { dispatch }).level).toBe(named && depth !== 0 ? best : "absent");
          }
        }
      }
    }
  });

  test("takes a dispatch that is no record as absent and unknown", () => {
    for (const dispatch of JUNK.filter((junk) => JSON.stringify(junk) !== "{}")) {
      expect(degradationFor("dispatch", { dispatch })).toMatchObject({ level: "absent", unknown: true });
    }
    expect(degradationFor("dispatch", { dispatch: {} })).toMatchObject({ level: "absent" });
  });

  test("answers for unknown points and unusable axes", () => {
    for (const junk of JUNK) {
      const rung = degradationFor(junk, { commandSurface: "slash-file" });
      expect(rung).toEqual({ level: "absent", fallback: expect.any(String), unknown: true });
      for (const point of INTERFACE_POINTS) {
        const rung = degradationFor(point, junk);
        expect(rung).toMatchObject({ level: "absent", unknown: true });
        expect(rung.fallback).not.toBe("");
      }
    }
  });
});
