import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectEngine } from "../command/project-engine.ts";

const KEY = "a".repeat(64);
const DAY = 24 * 60 * 60 * 1000;
const put = (...more: readonly string[]) => ["research-store", "put", KEY, "--content", "text", ...more];

describe("a kept answer", () => {
  test.each([
    [["--source", "curated", "--confidence", "HIGH", "--for-version", "4.2"], 30],
    [["--source", "curated", "--confidence", "MEDIUM", "--for-version", "4.2"], 7],
    [["--source", "curated", "--confidence", "HIGH"], 1],
    [["--source", "web", "--confidence", "HIGH", "--for-version", "4.2"], 1],
  ] as const)("%p is fresh for %d day(s)", async (flags, days) => {
    let now = Date.parse("2026-01-01");
    const engine = projectEngine("s01-new-roadmap", { now: () => now });
    expect(await engine.data(...put(...flags))).toMatchObject({ ttl: days * DAY });
    now += days * DAY - 1;
    expect(await engine.data("research-store", "get", KEY)).toMatchObject({ hit: true, stale: false });
    now += 1;
    expect(await engine.data("research-store", "get", KEY)).toMatchObject({ hit: true, stale: true });
  });

  test("about another version is stale", async () => {
    const engine = projectEngine("s01-new-roadmap");
    await engine.data(...put("--source", "curated", "--confidence", "HIGH", "--for-version", "4.2"));
    expect(await engine.data("research-store", "get", KEY, "--for-version", "4.2")).toMatchObject({ stale: false });
    expect(await engine.data("research-store", "get", KEY, "--for-version", "5.0")).toMatchObject({ stale: true });
  });

  test("serves all projects when a person curated it, one project otherwise", async () => {
    const engine = projectEngine("s01-new-roadmap");
    const shared = join(engine.home, ".gsd", "research-cache", `${KEY}.json`);
    const own = join(engine.root, ".planning", "research", ".cache", `${KEY}.json`);
    await engine.run(put("--source", "curated"), "model");
    expect([existsSync(shared), existsSync(own)]).toEqual([false, true]);
    await engine.run(put("--source", "curated"), "person");
    expect(existsSync(shared)).toBe(true);
  });

  test("has a key of 64 hexadecimal digits", async () => {
    const engine = projectEngine("s01-new-roadmap");
    expect(await engine.run(["research-store", "get", "../../etc/passwd"])).toMatchObject({
      ok: false,
      reason: "usage",
    });
  });
});
