import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
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

  test.each([
    ["is stranded without a repository too, once nobody worked for days", "2026-02-01", "idle-stranded"],
    ["is unknown while somebody works on it", "2026-01-13", "unknown"],
  ])("%s", async (_claim, today, situation) => {
    const entry = await projectEngine("s01-new-roadmap", { prepare: silent, now: () => Date.parse(today) }).data(
      "smart-entry",
    );
    expect(entry).toMatchObject({ situation, signals: { clean_tree: null } });
  });
});

describe("a status in a person's own words", () => {
  test.each([
    ["Building the parser", "executing"],
    ["Phase 1 planned", "planning"],
    ["Verified, waiting for review", "verify-pending"],
    ["uat-failed", "verify-failed"],
    ["Phase 1 shipped", "unknown"],
  ])("%s: %s", async (status, situation) => {
    const prepare = (root: string) =>
      write(root, ".planning/STATE.md", `---\nstatus: ${status}\nprogress:\n  total_phases: 3\n---\n`);
    expect(await projectEngine("s01-new-roadmap", { prepare }).data("smart-entry")).toMatchObject({ situation });
  });
});

describe("a report that says it failed", () => {
  const failed = (path: string, text: string) => (root: string) => write(root, `.planning/phases/${path}`, text);

  test.each([
    ["in a line of its text", "01-alpha/01-UAT.md", "# Tests\n\nSTATUS: FAILED\n"],
    ["in its front matter", "01-alpha/01-VERIFICATION.md", "---\nstatus: failed\n---\n"],
  ])("%s asks for verification again", async (_where, path, text) => {
    const entry = await projectEngine("s05-executed-unverified", { prepare: failed(path, text) }).data("smart-entry");
    expect(entry).toMatchObject({ situation: "verify-failed", recommended: "verify-work" });
  });

  test("of another phase than the current one does not count", async () => {
    const prepare = failed("02-beta/02-UAT.md", "STATUS: failed\n");
    const entry = await projectEngine("s05-executed-unverified", { prepare }).data("smart-entry");
    expect(entry).toMatchObject({ signals: { verify_failed: false } });
  });
});

test("a project whose table and status say complete asks for the next milestone", async () => {
  const prepare = (root: string) => {
    const roadmap = readFileSync(join(root, ".planning/ROADMAP.md"), "utf8");
    write(root, ".planning/ROADMAP.md", roadmap.replaceAll("Not started", "Complete"));
    write(root, ".planning/STATE.md", "---\nstatus: v1.0 milestone complete\nprogress:\n  total_phases: 3\n---\n");
  };
  const entry = await projectEngine("s01-new-roadmap", { prepare }).data("smart-entry");
  expect(entry).toMatchObject({ situation: "complete", recommended: "new-milestone" });
});
