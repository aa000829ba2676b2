import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { loadRegistry } from "../../../engine/capability/load-registry.ts";
import { composeRegistry } from "../../../engine/capability/registry.ts";
import { advice, feature, gate, manifestOf, OverlayHome } from "./overlay-home.ts";

let place: OverlayHome;
beforeEach(() => {
  place = new OverlayHome([feature("shipped", { skills: ["own"] })]);
});
afterEach(() => place.close());

const skipped = () => (place.load()._overlay?.warnings ?? []).map(({ id, reason }) => [id, reason]);

describe("composition", () => {
  test("is the shipped registry itself while nothing is installed", () => {
    expect(place.load()).toBe(place.firstParty);
  });

  test("adds an overlay without touching what is shipped", () => {
    const before = JSON.stringify(place.firstParty);
    place.write("guest", feature("guest", { contributions: [advice("plan:pre", "planner", "hello")] }));
    const registry = place.load();
    expect(Object.keys(registry.capabilities)).toEqual(["guest", "shipped"]);
    expect(registry.byLoopPoint["plan:pre"].contributions.map(({ capId }) => capId)).toEqual(["guest"]);
    expect(JSON.stringify(place.firstParty)).toBe(before);
  });

  test("lets what is shipped win", () => {
    place.write("thief", feature("thief", { skills: ["own"], gates: [gate("ship:pre", { query: "x" })] }));
    expect(skipped()).toEqual([["thief", "skills the skill own belongs to shipped"]]);
    expect(place.load()._overlay?.blockedGates.map(({ capId, point }) => [capId, point])).toEqual([
      ["thief", "ship:pre"],
    ]);
  });

  test("reports every problem of a manifest at once", () => {
    place.write("broken", { ...feature("broken"), version: "v1", tier: "huge", gates: [null], steps: "none" });
    const issues = place.load()._overlay?.warnings[0]?.issues ?? [];
    expect(issues.map(({ code }) => code).sort()).toEqual(["E_GATE", "E_STEP", "E_TIER", "E_VERSION"]);
  });

  test.each(["claude", "opencode", "ollama"])("keeps the name of a host or a reviewer from others: %s", (id) => {
    place.write(id, feature(id, { gates: [gate("ship:pre", { query: "x" })] }));
    expect(skipped()).toEqual([[id, "id is reserved"]]);
  });

  test("takes no `when` that is null", () => {
    place.write("nulled", feature("nulled", { gates: [gate("ship:pre", { query: "x" }, { when: null })] }));
    expect(skipped().map(([id]) => id)).toEqual(["nulled"]);
  });

  test("drops two that need each other only when one of them is broken", () => {
    place.write("aa", feature("aa", { requires: ["zz"] }));
    place.write("zz", feature("zz", { tier: "full" }));
    expect(skipped()).toEqual([]);
    place.write("zz", { ...feature("zz"), version: "one" });
    expect(
      skipped()
        .map(([id]) => id)
        .sort(),
    ).toEqual(["aa", "zz"]);
  });

  test("asks one again whose rival had to go", () => {
    place.write("aa", feature("aa", { skills: ["shared"], requires: ["mm"] }));
    place.write("bb", feature("bb", { skills: ["shared"] }));
    place.write("mm", feature("mm", { skills: ["own"] }));
    expect(
      skipped()
        .map(([id]) => id)
        .sort(),
    ).toEqual(["aa", "mm"]);
  });
});

describe("a manifest that is no plain file is a named skip", () => {
  const reasonFor = (id: string) => skipped().find(([name]) => name === id)?.[1];

  test("a link", () => {
    place.file(join(place.folder, "elsewhere.json"), JSON.stringify(feature("linked")));
    mkdirSync(place.capability("linked"));
    symlinkSync(join(place.folder, "elsewhere.json"), join(place.capability("linked"), "capability.json"));
    expect(reasonFor("linked")).toBe("its capability.json is a link");
  });

  test("a linked folder", () => {
    mkdirSync(join(place.folder, "away"));
    symlinkSync(join(place.folder, "away"), place.capability("away"));
    expect(reasonFor("away")).toBe("its folder is a link");
  });

  test("a pipe, without waiting for a writer", () => {
    mkdirSync(place.capability("pipe"));
    execFileSync("mkfifo", [join(place.capability("pipe"), "capability.json")]);
    expect(reasonFor("pipe")).toBe("its capability.json is no regular file");
  });

  test("one that is too large", () => {
    place.write("large", {});
    truncateSync(join(place.capability("large"), "capability.json"), 9 * 1024 * 1024);
    expect(reasonFor("large")).toBe("its capability.json is larger than 8 MiB");
  });
});

test("the order in which manifests arrive decides nothing", () => {
  const manifests = ["a", "b", "c", "d", "e"].map((id, index) =>
    manifestOf(
      feature(id, {
        contributions: [
          advice("plan:pre", "planner", id, { produces: [`${id}.md`], consumes: index > 2 ? ["a.md"] : [] }),
        ],
        gates: [gate("ship:pre", { query: id })],
      }),
    ),
  );
  const once = JSON.stringify(composeRegistry(manifests));
  fc.assert(
    fc.property(fc.shuffledSubarray(manifests, { minLength: manifests.length }), (shuffled) => {
      expect(JSON.stringify(composeRegistry(shuffled))).toBe(once);
    }),
  );
});

test("contributions with a higher priority come first, artifacts before that", () => {
  const priority = (id: string, value: number, extra = {}) =>
    manifestOf(feature(id, { contributions: [advice("plan:pre", "planner", id, { priority: value, ...extra })] }));
  const { registry } = composeRegistry([
    priority("aa", 0, { produces: ["A.md"] }),
    priority("bb", 5),
    priority("cc", 9, { consumes: ["A.md"] }),
  ]);
  expect(registry.byLoopPoint["plan:pre"].contributions.map(({ capId }) => capId)).toEqual(["bb", "aa", "cc"]);
});

test("any JSON at all in place of a manifest leaves the neighbour alone", () => {
  place.write("neighbour", feature("neighbour", { gates: [gate("ship:pre", { query: "x" })] }));
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      place.write("victim", value);
      expect(place.load().capabilities.neighbour?.id).toBe("neighbour");
    }),
    { numRuns: 60 },
  );
});

describe("when the whole cannot be put together", () => {
  test("what is shipped stands, and every gate that is missing is shut", () => {
    place.write("watch", feature("watch", { gates: [gate("ship:pre", { query: "plan-structure" })] }));
    place.write("idle", feature("idle"));
    const { root, home, firstParty } = place;
    const broken = { id: "broken" } as unknown as (typeof firstParty.capabilities)[string];
    const damaged = { ...firstParty, capabilities: { ...firstParty.capabilities, broken } };
    const registry = loadRegistry({ includeInstalled: true, root, home, firstParty: damaged });
    expect(registry.byLoopPoint).toBe(firstParty.byLoopPoint);
    expect(registry._overlay).toMatchObject({
      installed: [],
      warnings: [{ id: "*", reason: expect.stringContaining("cannot be put together") }],
      incompatibleGateCapIds: ["watch"],
      blockedGates: [{ capId: "watch", point: "ship:pre", contentHash: expect.stringMatching(/^sha512-/) }],
    });
  });
});
