import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { composeRegistry } from "../../../engine/capability/registry.ts";
import { createSettings } from "../../../engine/loop/settings.ts";
import { feature, manifestOf, OverlayHome } from "../capability/overlay-home.ts";

const CONFIG = {
  "workflow.research": { type: "boolean", default: true, description: "Switch." },
  "workflow.tdd_mode": { type: "boolean", default: false, description: "Switch." },
  "review.depth": { type: "enum", default: "standard", values: ["quick", "standard"], description: "Depth." },
  "review.rounds": { type: "number", default: 2, description: "Rounds." },
};

let place: OverlayHome;
beforeEach(() => {
  place = new OverlayHome();
});
afterEach(() => place.close());

function settings(env: Record<string, string> = {}) {
  const { registry } = composeRegistry([manifestOf(feature("owner", { config: CONFIG }))]);
  return createSettings({ root: place.root, home: place.home, env, registry: () => registry })();
}

const project = (config: unknown) => place.file(join(place.root, ".planning/config.json"), JSON.stringify(config));
const workstream = (config: unknown) =>
  place.file(join(place.root, ".planning/workstreams/alpha/config.json"), JSON.stringify(config));
const defaults = (config: unknown) => place.file(join(place.home, ".gsd/defaults.json"), JSON.stringify(config));

describe("a written value counts when its type fits", () => {
  const rows: readonly [config: object, key: string, value: unknown][] = [
    [{}, "workflow.research", true],
    [{ workflow: { research: false } }, "workflow.research", false],
    [{ workflow: { research: 0 } }, "workflow.research", true],
    [{ workflow: { research: null } }, "workflow.research", true],
    [{ workflow: { tdd_mode: "yes" } }, "workflow.tdd_mode", false],
    [{ research: false }, "workflow.research", true],
    [{ review: { depth: "quick" } }, "review.depth", "quick"],
    [{ review: { depth: "deep" } }, "review.depth", "standard"],
    [{ review: { rounds: "3" } }, "review.rounds", 2],
    [{ mode: "yolo" }, "mode", "yolo"],
  ];
  for (const [config, key, value] of rows) {
    test(`${JSON.stringify(config)} gives ${key} = ${JSON.stringify(value)}`, () => {
      project(config);
      expect(settings().get(key)).toEqual(value as string);
    });
  }

  test("never from a prototype", () => {
    project({});
    expect(settings().get("constructor.name")).toBeUndefined();
    expect(settings().get("__proto__")).toBeUndefined();
  });
});

describe("the layers", () => {
  test("the workstream lies over the project", () => {
    project({ workflow: { research: false, tdd_mode: true } });
    workstream({ workflow: { research: true } });
    const found = settings({ GSD_WORKSTREAM: "alpha" });
    expect([found.source, found.get("workflow.research"), found.get("workflow.tdd_mode")]).toEqual([
      "workstream",
      true,
      true,
    ]);
  });

  test("a workstream that is not there falls back, and says so", () => {
    project({ workflow: { research: false } });
    const found = settings({ GSD_WORKSTREAM: "ghost" });
    expect([found.degraded, found.get("workflow.research")]).toEqual(["workstream_fallback", false]);
  });

  test("a name that leads elsewhere is no workstream", () => {
    project({ workflow: { research: false } });
    expect(settings({ GSD_WORKSTREAM: "../../x" }).source).toBe("project");
  });

  test("the person's defaults count only where no project has settings", () => {
    defaults({ workflow: { research: false } });
    project({});
    expect(settings().get("workflow.research")).toBe(true);
    rmSync(join(place.root, ".planning"), { recursive: true });
    expect([settings().source, settings().get("workflow.research")]).toEqual(["user-defaults", false]);
  });

  test("a file that cannot be read counts as absent, and is told", () => {
    place.file(join(place.root, ".planning/config.json"), "{ no");
    expect([settings().degraded, settings().get("workflow.research")]).toEqual(["config_unparseable", true]);
  });

  test("reading writes nothing", () => {
    project({ branching_strategy: "phase" });
    expect(settings().get("git.branching_strategy")).toBe("phase");
    expect(readdirSync(join(place.root, ".planning"))).toEqual(["config.json"]);
    expect(existsSync(join(place.home, ".gsd/defaults.json"))).toBe(false);
  });
});
