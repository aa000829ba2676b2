import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { createSnapshotReader } from "../../../engine/planning/snapshot.ts";
import { coveredDigest } from "../../../engine/planning/verification.ts";
import { haltedAncestors } from "../../../engine/planning/waves.ts";
import { goldenProject, project, read, setTime, temporaryFolder, write } from "./sample.ts";

const snapshotOf = (root: string) => createSnapshotReader({ root }).read();
const codes = (root: string) => snapshotOf(root).diagnostics.map((diagnostic) => diagnostic.code);
const phase = (root: string, id: string) => {
  const found = snapshotOf(root).phases.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no phase ${id}`);
  return found;
};

describe("a snapshot", () => {
  test("knows the phases of a new roadmap", () => {
    const root = goldenProject("s01-new-roadmap");
    const snapshot = snapshotOf(root);
    expect(snapshot).toMatchObject({
      exists: true,
      projectTitle: "Sample",
      config: {},
      waiting: null,
      diagnostics: [],
    });
    expect(snapshot.state).toMatchObject({ milestone: "v1.0", currentPhase: "1", status: "planning", blockers: [] });
    expect(snapshot.phases.map(({ id, number, name, goal }) => [id, number, name, goal])).toEqual([
      ["01", "1", "Alpha", "Alpha works"],
      ["02", "2", "Beta", "Beta works"],
      ["03", "3", "Gamma", "Gamma works"],
    ]);
    expect(snapshot.phases[0]).toMatchObject({
      dependsOn: "Nothing",
      requirements: ["REQ-1"],
      successCriteria: ["Alpha is there"],
      directory: null,
    });
  });

  test("finds artifacts by name", () => {
    expect(phase(goldenProject("s02-discussed"), "01").artifacts).toEqual({
      CONTEXT: ".planning/phases/01-alpha/01-CONTEXT.md",
    });
  });

  test.each([
    ["s05-executed-unverified", "missing", false],
    ["s06-verification-passed", "passed", true],
    ["s06-verification-gaps-found", "gaps_found", false],
    ["s06-verification-human-needed", "human_needed", false],
    ["s06-verification-superseded", "unknown", false],
    ["s07-verification-stale", "stale", false],
    ["s08-verification-fresh-digest", "stale", false],
  ] as const)("%s is %s", (name, status, complete) => {
    expect(phase(goldenProject(name), "01")).toMatchObject({ verification: { status }, complete });
  });

  test("does not take a tick for completion", () => {
    expect(phase(goldenProject("s14-resume-earlier-phase"), "01")).toMatchObject({ ticked: true, complete: false });
  });

  test.each(["s11-blocked", "s12-blocked-level3"])("finds the blockers of %s", (name) => {
    expect(snapshotOf(goldenProject(name)).state?.blockers).toEqual(["No staging host"]);
  });

  test("places plans in waves by their dependencies", () => {
    const root = goldenProject("p01-waves");
    expect(
      phase(root, "01").plans.map(({ id, wave, dependsOn, autonomous }) => [id, wave, dependsOn, autonomous]),
    ).toEqual([
      ["01-01", 1, [], true],
      ["01-02", 1, [], true],
      ["01-03", 2, ["01-01"], true],
      ["01-04", 3, ["01-03", "01-02"], false],
      ["01-05", 4, ["01-04"], true],
      ["01-06", 1, [], true],
    ]);
    expect(codes(root)).toEqual(["plan_dependency_unknown", "plan_wave_mismatch", "plan_wave_mismatch"]);
  });

  test("reports a circle of plans by name", () => {
    const [diagnostic] = snapshotOf(goldenProject("p02-cycle")).diagnostics;
    expect(diagnostic).toMatchObject({ code: "plan_dependency_cycle", level: "error" });
    expect(diagnostic?.message).toContain("01-01 → 01-02 → 01-01");
  });

  test("tells halted, blocked and done apart", () => {
    const { plans } = phase(goldenProject("p03-halted"), "01");
    expect(plans.map(({ id, done, halted, summary }) => [id, done, halted, summary?.status ?? null])).toEqual([
      ["01-01", true, true, "halted"],
      ["01-02", false, false, null],
      ["01-03", false, false, null],
      ["01-04", false, false, "blocked"],
    ]);
    expect([...haltedAncestors(plans)]).toEqual([
      ["01-01", []],
      ["01-02", ["01-01"]],
      ["01-03", ["01-01"]],
      ["01-04", []],
    ]);
  });

  test("keeps the whole id of a milestone phase", () => {
    const { phases } = snapshotOf(goldenProject("p07-milestone-ids"));
    expect(
      phases.map(({ id, number, directory, plans }) => [id, number, directory, plans.map((plan) => plan.id)]),
    ).toEqual([
      ["01-01", "1-01", ".planning/phases/01-01-alpha", ["01-01-01"]],
      ["01-02", "1-02", ".planning/phases/01-02-beta", []],
    ]);
  });

  test("schedules well-named plans only and names the others", () => {
    const root = goldenProject("p08-odd-filenames");
    expect(phase(root, "01").plans.map((plan) => plan.id)).toEqual(["01-01"]);
    expect(codes(root)).toEqual(["plan_file_loose", "plan_file_loose"]);
  });

  test("of a folder without a project says so", () => {
    expect(snapshotOf(temporaryFolder())).toMatchObject({ exists: false, phases: [], diagnostics: [] });
    expect(snapshotOf("/nowhere/at/all")).toMatchObject({ exists: false });
  });
});

describe("a report with a fingerprint", () => {
  const covered = [".planning/phases/01-alpha/01-01-PLAN.md", ".planning/phases/01-alpha/01-01-SUMMARY.md", "src/a.ts"];
  const report = ".planning/phases/01-alpha/01-VERIFICATION.md";

  function fresh(files = covered): string {
    const root = goldenProject("s07-verification-stale");
    write(root, "src/a.ts", "export {};\n");
    const digest = coveredDigest(files, (path) =>
      createHash("sha256")
        .update(readFileSync(join(root, path)))
        .digest("hex"),
    );
    const list = files.map((file) => `  - ${file}\n`).join("");
    write(root, report, `---\nstatus: passed\ncovered_files:\n${list}covered_digest: "${digest}"\n---\n`);
    return root;
  }

  test("is fresh whatever the file times are", () => {
    const root = fresh();
    setTime(root, report, Date.UTC(2020, 0, 1));
    expect(phase(root, "01").complete).toBe(true);
  });

  test("is stale when a covered file changes, is gone, or becomes a link outside", () => {
    const root = fresh();
    write(root, "src/a.ts", "export const changed = 1;\n");
    expect(phase(root, "01").verification.status).toBe("stale");
    rmSync(join(root, "src/a.ts"));
    expect(phase(root, "01").verification.status).toBe("stale");
    const outside = project({ "a.ts": "export {};\n" });
    rmSync(join(root, "src"), { recursive: true });
    symlinkSync(outside, join(root, "src"));
    expect(phase(root, "01").verification.status).toBe("stale");
  });

  test("is stale when it leaves a summary out", () => {
    expect(phase(fresh(covered.filter((file) => !file.includes("SUMMARY"))), "01").verification.status).toBe("stale");
  });

  test("is noticed by a warm reader when a covered file outside .planning changes", () => {
    const root = fresh();
    const reader = createSnapshotReader({ root });
    expect(reader.read().phases[0]?.complete).toBe(true);
    write(root, "src/a.ts", "export const changed = 1;\n");
    expect(reader.read().phases[0]?.complete).toBe(false);
  });
});

describe("a warm reader", () => {
  const OLD = Date.UTC(2026, 0, 1);

  test("answers with the same snapshot while nothing changes", () => {
    const root = goldenProject("p01-waves");
    const reader = createSnapshotReader({ root });
    const first = reader.read();
    expect(reader.read()).toBe(first);
    expect(snapshotOf(root).stamp).toBe(first.stamp);
  });

  test.each([
    [
      "a changed state",
      (root: string) =>
        write(
          root,
          ".planning/STATE.md",
          read(root, ".planning/STATE.md").replace("status: planning", "status: verifying"),
        ),
    ],
    ["a new phase folder", (root: string) => mkdirSync(join(root, ".planning/phases/02-beta"))],
    ["a new summary", (root: string) => write(root, ".planning/phases/01-alpha/01-01-SUMMARY.md", "done\n")],
    [
      "a question for a person",
      (root: string) => write(root, ".planning/WAITING.json", '{"question": "Q", "options": ["A"]}'),
    ],
    ["a removed roadmap", (root: string) => rmSync(join(root, ".planning/ROADMAP.md"))],
  ])("notices %s", (_name, change) => {
    const root = goldenProject("p01-waves");
    const reader = createSnapshotReader({ root });
    const first = reader.read();
    change(root);
    const second = reader.read();
    expect(second.stamp).not.toBe(first.stamp);
    expect({ ...second, stamp: "" }).toEqual({ ...snapshotOf(root), stamp: "" });
  });

  test("does not take a lock that comes and goes for a change", () => {
    const root = goldenProject("p01-waves");
    const reader = createSnapshotReader({ root });
    const first = reader.read();
    write(root, ".planning/.lock", "{}");
    expect(reader.read()).toBe(first);
    rmSync(join(root, ".planning/.lock"));
    expect(reader.read()).toBe(first);
  });

  test("notices a change that keeps size and time, as long as the file is young", () => {
    const root = goldenProject("s01-new-roadmap");
    const now = Date.now() / 1000 + 60;
    const path = join(root, ".planning/STATE.md");
    utimesSync(path, now, now);
    const reader = createSnapshotReader({ root });
    const first = reader.read();
    write(root, ".planning/STATE.md", read(root, ".planning/STATE.md").replace("Alpha", "Alpho"));
    utimesSync(path, now, now);
    const second = reader.read();
    expect(second.state?.currentPhaseName).toBe("Alpho");
    expect(second.stamp).not.toBe(first.stamp);
  });

  test("sees a project that appears after the first read", () => {
    const root = temporaryFolder();
    const reader = createSnapshotReader({ root });
    expect(reader.read().exists).toBe(false);
    write(root, ".planning/ROADMAP.md", "- [ ] **Phase 1: A** - x\n");
    expect(reader.read().phases.map((found) => found.id)).toEqual(["01"]);
    setTime(root, ".planning/ROADMAP.md", OLD);
    expect(reader.read().phases).toHaveLength(1);
  });
});

describe("what cannot be trusted", () => {
  test("links that lead outside are reported and not followed", () => {
    const root = goldenProject("s02-discussed");
    const outside = project({ "02-CONTEXT.md": "secret", "state.md": "---\nstatus: executing\n---\n" });
    symlinkSync(outside, join(root, ".planning/phases/02-beta"));
    rmSync(join(root, ".planning/STATE.md"));
    symlinkSync(join(outside, "state.md"), join(root, ".planning/STATE.md"));
    const snapshot = snapshotOf(root);
    expect(snapshot.state).toBeNull();
    expect(snapshot.phases[1]).toMatchObject({ directory: null, artifacts: {} });
    expect(snapshot.diagnostics.map(({ code, path }) => [code, path])).toEqual([
      ["link_outside_project", ".planning/STATE.md"],
      ["link_outside_project", ".planning/phases/02-beta"],
    ]);
  });

  test("links inside the project are followed", () => {
    const root = goldenProject("s02-discussed");
    write(root, "docs/beta/02-CONTEXT.md", "# Context\n");
    symlinkSync(join(root, "docs/beta"), join(root, ".planning/phases/02-beta"));
    expect(phase(root, "02").artifacts).toHaveProperty("CONTEXT");
    expect(codes(root)).toEqual([]);
  });

  test("a planning folder that is a link outside is no project", () => {
    const root = temporaryFolder();
    symlinkSync(join(goldenProject("s02-discussed"), ".planning"), join(root, ".planning"));
    expect(snapshotOf(root)).toMatchObject({ exists: false, diagnostics: [{ code: "link_outside_project" }] });
  });

  test("files above 8 MiB are reported and not read", () => {
    const root = goldenProject("s01-new-roadmap");
    truncateSync(join(root, ".planning/STATE.md"), 8 * 1024 * 1024 + 1);
    expect(snapshotOf(root).state).toBeNull();
    expect(codes(root)).toEqual(["file_too_large"]);
  });

  test("several broken files are all reported", () => {
    const root = goldenProject("s05-executed-unverified");
    write(root, ".planning/STATE.md", "---\nstatus: executing\n");
    write(root, ".planning/config.json", "[1]");
    write(root, ".planning/WAITING.json", "{}");
    write(root, ".planning/phases/01-alpha/01-01-PLAN.md", "---\na: &x 1\n---\n");
    write(root, ".planning/phases/01-alpha/01-01-SUMMARY.md", "---\nstatus: [\n---\n");
    expect(codes(root).sort()).toEqual([
      "config_unparsable",
      "frontmatter_unparsable",
      "frontmatter_unparsable",
      "frontmatter_unterminated",
      "waiting_unparsable",
    ]);
    expect(phase(root, "01").plans[0]).toMatchObject({ done: false, autonomous: false });
  });
});
