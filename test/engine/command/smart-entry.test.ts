import { describe, expect, test } from "bun:test";
import { isJsonObject, type JsonObject } from "../../../engine/index.ts";
import { write } from "../planning/sample.ts";
import { projectEngine } from "./project-engine.ts";

const PROJECTS = [
  "s01-new-roadmap",
  "s02-discussed",
  "s03-planned",
  "s05-executed-unverified",
  "s06-verification-gaps-found",
  "s06-verification-passed",
  "s14-resume-earlier-phase",
  "p03-halted",
];

function recommendedOf(entry: JsonObject): JsonObject {
  const actions = Array.isArray(entry.actions) ? entry.actions.filter(isJsonObject) : [];
  const recommended = actions.filter((action) => action.recommended === true);
  expect(recommended).toHaveLength(1);
  return recommended[0] ?? {};
}

describe("what smart-entry recommends", () => {
  test.each(PROJECTS)("is the next action, in %s", async (name) => {
    const engine = projectEngine(name);
    const entry = await engine.data("smart-entry");
    const next = await engine.data("next");
    const progress = await engine.data("progress");
    expect(recommendedOf(entry)).toMatchObject({ id: entry.recommended, command: next.command });
    expect(entry.next).toEqual(next);
    expect(progress.next).toEqual(next);
    expect(entry.summary).toContain(String(next.action));
  });

  test("is phase 1 while one of its plans is open, whatever STATE says", async () => {
    const entry = await projectEngine("s14-resume-earlier-phase").data("smart-entry");
    expect(recommendedOf(entry).command).toBe("/gsd-execute-phase 1");
  });

  test.each(["s11-blocked", "s12-blocked-level3"])(
    "is to clear the blocker, at any heading level: %s",
    async (name) => {
      const entry = await projectEngine(name).data("smart-entry");
      expect(entry.situation).toBe("blocked");
      expect(recommendedOf(entry).label).toContain("No staging host");
    },
  );

  test("is to begin, where there is no project", async () => {
    const entry = await projectEngine(null).data("smart-entry");
    expect(entry).toMatchObject({ situation: "no-project", recommended: "new-project" });
    expect(recommendedOf(entry).command).toBe("/gsd-new-project");
  });
});

describe("a project that says nothing of its status", () => {
  const silent = (root: string) =>
    write(
      root,
      ".planning/STATE.md",
      '---\nstatus: adrift\nlast_activity: "2026-01-12"\n---\n\n## Current Position\n\nPhase: 1 of 3 (Alpha)\n',
    );

  test("is stranded when nothing is uncommitted and nobody worked for days", async () => {
    const prepare = (root: string) => {
      silent(root);
      for (const words of [
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-qm", "all"],
      ])
        Bun.spawnSync(["git", ...words], { cwd: root });
    };
    const entry = await projectEngine("s01-new-roadmap", { prepare, now: () => Date.parse("2026-02-01") }).data(
      "smart-entry",
    );
    expect(entry).toMatchObject({ situation: "idle-stranded", signals: { clean_tree: true } });
  });

  test("is unknown without a repository", async () => {
    const entry = await projectEngine("s01-new-roadmap", { prepare: silent, now: () => Date.parse("2026-02-01") }).data(
      "smart-entry",
    );
    expect(entry).toMatchObject({ situation: "unknown", signals: { clean_tree: null } });
  });
});
