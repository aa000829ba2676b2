import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { parseManifest } from "../../../engine/capability/parse-manifest.ts";
import { isJsonObject, type JsonObject } from "../../../engine/index.ts";
import { advice, feature, gate, OverlayHome } from "../capability/overlay-home.ts";

const CONFIG = {
  "own.on": { type: "boolean", default: true, description: "Switch." },
  "own.mode": { type: "enum", default: "calm", values: ["calm", "loud"], description: "Mode." },
};

let place: OverlayHome;
beforeEach(() => {
  place = new OverlayHome();
});
afterEach(() => place.close());

async function takesPart(when: unknown, phase?: string, kind: "contribution" | "gate" = "contribution") {
  const hooks = {
    contributions: kind === "contribution" ? [advice("plan:pre", "planner", "x", { when } as JsonObject)] : [],
    gates: kind === "gate" ? [gate("plan:pre", { query: "x" }, { when } as JsonObject)] : [],
  };
  const engine = place.engine("opencode", [feature("own", { config: CONFIG, ...hooks } as JsonObject)]);
  const result = await engine.run(
    "loop",
    "render-hooks",
    { point: "plan:pre", ...(phase && { phase }) },
    { audience: "person" },
  );
  if (!result.ok || !isJsonObject(result.data)) throw new Error("no answer");
  return (result.data.activeHooks as readonly unknown[]).length === 1;
}

describe("a condition", () => {
  test("of settings", async () => {
    expect(await takesPart("own.on")).toBe(true);
    expect(await takesPart({ not: "own.on" })).toBe(false);
    expect(await takesPart({ key: "own.mode", equals: "calm" })).toBe(true);
    expect(await takesPart({ all: ["own.on", { key: "own.mode", equals: "loud" }] })).toBe(false);
    expect(await takesPart({ any: ["own.on", { key: "own.mode", equals: "loud" }] })).toBe(true);
  });

  test("of the phase", async () => {
    expect(await takesPart({ phase: { from: "2" } }, "2.1")).toBe(true);
    expect(await takesPart({ phase: { from: "2" } }, "1")).toBe(false);
    expect(await takesPart({ phase: { to: "10" } }, "2")).toBe(true);
    expect(await takesPart({ phase: { is: ["3"] } }, "03")).toBe(true);
  });

  test("of a file", async () => {
    expect(await takesPart({ file: "package.json" })).toBe(false);
    place.file(join(place.root, "package.json"), "{}");
    expect(await takesPart({ file: "package.json" })).toBe(true);
  });

  test("that cannot be told keeps a gate and leaves advice out", async () => {
    expect(await takesPart({ phase: { is: ["1"] } })).toBe(false);
    expect(await takesPart({ phase: { is: ["1"] } }, undefined, "gate")).toBe(true);
    expect(await takesPart({ not: { phase: { is: ["1"] } } }, undefined, "gate")).toBe(true);
  });
});

describe("a malformed condition is refused", () => {
  const codesOf = (when: unknown) => {
    const parsed = parseManifest(feature("own", { gates: [gate("plan:pre", { query: "x" }, { when } as JsonObject)] }));
    return parsed.ok ? [] : parsed.issues.map(({ code }) => code);
  };
  const malformed = [7, [], {}, { all: [] }, { key: "a", and: 1 }, { file: "../x" }, { phase: {} }, { eval: "1" }];
  for (const when of malformed) test(JSON.stringify(when), () => expect(codesOf(when)).toContain("E_WHEN_TYPE"));

  test("a key of somebody else", () => {
    expect(codesOf({ not: { any: ["workflow.research"] } })).toEqual(["E_WHEN_UNDECLARED"]);
  });
});
