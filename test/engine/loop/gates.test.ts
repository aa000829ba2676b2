import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type EnginePort, isJsonObject, type Json, type JsonObject } from "../../../engine/index.ts";
import { feature, gate, OverlayHome } from "../capability/overlay-home.ts";

const PERSON = { audience: "person" } as const;
const MODEL = { audience: "model" } as const;

let place: OverlayHome;
let engine: EnginePort;
beforeEach(() => {
  place = new OverlayHome();
  engine = place.engine("opencode", [feature("care", { gates: [gate("ship:pre", { query: "plan-structure" })] })]);
});
afterEach(() => place.close());

async function check(predicate: JsonObject): Promise<Json | undefined> {
  const result = await engine.run("check", "predicate", { predicate: JSON.stringify(predicate) }, PERSON);
  return result.ok && isJsonObject(result.data) ? result.data.block : "refused";
}

const listed = async () => {
  const result = await engine.run("gate", "list", {}, MODEL);
  return result.ok ? (result.data as readonly JsonObject[]) : [];
};

describe("a predicate", () => {
  const exists = { kind: "file-exists", path: "there.txt" };
  const missing = { kind: "file-exists", path: "nowhere.txt" };
  beforeEach(() => place.file(join(place.root, "there.txt"), "x"));

  test("asks for a file inside the project only", async () => {
    expect(await check(exists)).toBe(false);
    expect(await check(missing)).toBe(true);
    expect(await check({ kind: "file-exists", path: "../outside" })).toBe("refused");
  });

  test("asks for a setting", async () => {
    place.file(join(place.root, ".planning/config.json"), '{"mode":"yolo"}');
    expect(await check({ kind: "config-equals", key: "mode", equals: "yolo" })).toBe(false);
    expect(await check({ kind: "config-equals", key: "mode", equals: "calm" })).toBe(true);
  });

  test("is made of others, and what cannot be told never opens it", async () => {
    const unknown = { kind: "file-exists", path: "../outside" };
    expect(await check({ kind: "all-of", predicates: [exists, missing] })).toBe(true);
    expect(await check({ kind: "any-of", predicates: [missing, exists] })).toBe(false);
    expect(await check({ kind: "any-of", predicates: [missing, missing] })).toBe(true);
    expect(await check({ kind: "all-of", predicates: [exists, unknown] })).toBe("refused");
    expect(await check({ kind: "all-of", predicates: [] })).toBe("refused");
  });

  test("hands values to its command through the environment, never as shell text", async () => {
    const predicate = JSON.stringify({
      kind: "command-exit-zero",
      command: 'test "$PHASE_NUMBER" = "1; touch hacked"',
    });
    const result = await engine.run("check", "predicate", { predicate, phaseNumber: "1; touch hacked" }, PERSON);
    expect(result).toMatchObject({ ok: true, data: { block: false } });
    expect(existsSync(join(place.root, "hacked"))).toBe(false);
  });

  test("keeps evidence without the credentials in it", async () => {
    const command = "echo token=abcdefghijklmnop; exit 1";
    const predicate = JSON.stringify({ kind: "command-exit-zero", command });
    const result = await engine.run("check", "predicate", { predicate }, PERSON);
    const details =
      result.ok && isJsonObject(result.data) && isJsonObject(result.data.details) ? result.data.details : {};
    expect(details.tail).toBe("token=[REDACTED]\n");
  });

  test("is told to the host before its command runs", async () => {
    const predicate = JSON.stringify({
      kind: "any-of",
      predicates: [exists, { kind: "command-exit-zero", command: "make" }],
    });
    expect(await engine.wouldRun("check", "predicate", { predicate })).toEqual(["make"]);
  });
});

describe("a waiver", () => {
  test("is refused to a model", async () => {
    const result = await engine.run("gate", "waive", { gate: "care", reason: "please" }, MODEL);
    expect(result).toMatchObject({ ok: false, reason: "not_allowed" });
    expect(existsSync(join(place.home, ".gsd/waivers.json"))).toBe(false);
  });

  test("lies in the person's home, is listed, and can be taken back", async () => {
    expect(await engine.run("gate", "waive", { gate: "care", reason: "a demo" }, PERSON)).toMatchObject({ ok: true });
    expect(readFileSync(join(place.home, ".gsd/waivers.json"), "utf8")).toContain('"reason": "a demo"');
    expect(await listed()).toMatchObject([{ id: "care:gate", waived: "a demo" }]);
    expect(await engine.run("gate", "unwaive", { gate: "care" }, PERSON)).toMatchObject({ ok: true });
    expect((await listed())[0]?.waived).toBeUndefined();
  });

  test("does not hold for another check under the same name", async () => {
    await engine.run("gate", "waive", { gate: "care", reason: "a demo" }, PERSON);
    engine = place.engine("opencode", [feature("care", { gates: [gate("ship:pre", { query: "plan-drift" })] })]);
    expect((await listed())[0]?.waived).toBeUndefined();
  });
});

describe("a capability with a gate that did not load", () => {
  beforeEach(() =>
    place.write("broken", { ...feature("broken", { gates: [gate("ship:pre", { query: "x" })] }), version: "v1" }),
  );

  test("leaves a shut gate behind, at its point only", async () => {
    expect(await listed()).toMatchObject([
      { id: "care:gate" },
      { id: "broken:gate", point: "ship:pre", blocking: true },
    ]);
  });

  test("is shown as open only where the comparison with the reference asks for it", async () => {
    const shown = async (gatePolicy: string) => {
      const result = await engine.run("loop", "render-hooks", { point: "ship:pre", gatePolicy }, MODEL);
      return result.ok && isJsonObject(result.data) ? result.data : {};
    };
    expect((await shown("open-loud")).activeHooks).toMatchObject([{ capId: "care" }]);
    expect((await shown("closed")).activeHooks).toMatchObject([
      { capId: "care" },
      { capId: "broken", synthetic: true },
    ]);
    expect((await shown("open-loud")).warnings).toHaveLength(1);
  });

  test("is accepted by a person as it is, not as it becomes", async () => {
    await engine.run("gate", "waive", { gate: "broken", reason: "not needed here" }, PERSON);
    expect(await listed()).toMatchObject([{ id: "care:gate" }]);
    place.file(join(place.capability("broken"), "more.md"), "changed");
    place.write("broken", { ...feature("broken", { gates: [gate("ship:pre", { query: "y" })] }), version: "v2" });
    expect(await listed()).toMatchObject([{ id: "care:gate" }, { id: "broken:gate" }]);
  });
});

test("a gate that the host's profile takes away is not gone without a word", async () => {
  const watched = feature("watched", { skills: ["watch"], gates: [gate("ship:pre", { query: "plan-structure" })] });
  const other = place.engine("opencode", [watched]);
  const folder = join(place.home, "host");
  place.file(join(folder, ".gsd-profile"), "core");
  const args = { point: "ship:pre", configDir: folder };
  const result = await other.run("loop", "render-hooks", args, PERSON);
  expect(result).toMatchObject({ ok: true, data: { activeHooks: [], skipped: [{ capId: "watched" }] } });
  const whole = await other.run("loop", "render-hooks", { point: "ship:pre" }, PERSON);
  expect(whole).toMatchObject({ ok: true, data: { activeHooks: [{ capId: "watched" }] } });
});
