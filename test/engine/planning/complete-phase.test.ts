import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { EngineError } from "../../../engine/error.ts";
import { diskOperations, type FileOperations } from "../../../engine/file/operations.ts";
import { createSnapshotReader } from "../../../engine/planning/snapshot.ts";
import { applyTransition, recoverPlanning } from "../../../engine/planning/transition.ts";
import { killedAfter } from "./killed-after.ts";
import { fieldCase, goldenProject, HOME, project, read, setTime, write } from "./sample.ts";

const f09 = fieldCase("F09-half-a-phase-completion");
const FILES = [".planning/STATE.md", ".planning/ROADMAP.md", ".planning/REQUIREMENTS.md"] as const;
const NOW = Date.UTC(2026, 1, 10, 12);
const deps = (files?: FileOperations) => ({ now: () => NOW, home: HOME, ...(files === undefined ? {} : { files }) });

function halfWay(): string {
  const root = project(f09.given.project);
  for (const plan of ["01", "02", "03"]) {
    const stem = `.planning/phases/02-beta/02-${plan}`;
    write(root, `${stem}-PLAN.md`, `---\nphase: "2"\nplan: "${plan}"\n---\n`);
    write(root, `${stem}-SUMMARY.md`, `---\nphase: "2"\nplan: "${plan}"\n---\n`);
  }
  write(root, ".planning/phases/02-beta/02-VERIFICATION.md", "---\nstatus: passed\n---\n");
  write(root, ".planning/phases/02-beta/02-UAT.md", "---\nstatus: complete\n---\n\n### 1. Keeps\nresult: pass\n");
  return root;
}

const contents = (root: string) => FILES.map((path) => read(root, path));
const names = (root: string) => readdirSync(join(root, ".planning")).sort();
const complete = (root: string, phase = "2", files?: FileOperations) =>
  applyTransition(root, { type: "complete-phase", phase }, deps(files));

describe("completing a phase", () => {
  test("is all or nothing over three files when a write fails", async () => {
    const root = halfWay();
    const before = contents(root);
    const { fail_write_of: file, code } = f09.steps[0].inject;
    const failing: FileOperations = {
      ...diskOperations,
      create(path, content, mode) {
        if (path.includes("STATE.md")) throw Object.assign(new Error(code), { code });
        diskOperations.create(path, content, mode);
      },
    };
    const error = await complete(root, "2", failing).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject({ code: "FILE_UNWRITABLE", data: { file, code } });
    expect(contents(root)).toEqual(before);
    expect(names(root)).toEqual(["REQUIREMENTS.md", "ROADMAP.md", "STATE.md", "phases"]);
  });

  test("changes the three files together, and nothing the second time", async () => {
    const root = halfWay();
    const result = await complete(root);
    expect(result).toMatchObject({ ok: true, data: { completed_phase: "2", plans_executed: "3/3", next_phase: "3" } });
    const { after_retry: expected } = f09.expect;
    const roadmap = read(root, ".planning/ROADMAP.md");
    for (const part of expected.roadmap_contains) expect(roadmap).toContain(part);
    for (const line of expected.roadmap_unchanged_lines) expect(roadmap.split("\n")).toContain(line);
    expect(roadmap).toContain("| 2 | 3/3 | Complete |");
    for (const part of expected.requirements_contains) {
      expect(read(root, ".planning/REQUIREMENTS.md")).toContain(part);
    }
    expect(read(root, ".planning/REQUIREMENTS.md")).toContain("| R2 | 2 | Complete |");
    const { state } = createSnapshotReader({ root }).read();
    expect(state?.fields.progress).toMatchObject({ completed_phases: "2" });
    expect(state).toMatchObject({ currentPhase: "3", currentPhaseName: "Gamma", status: "planning" });

    const once = contents(root);
    const again = await complete(root);
    expect(again).toMatchObject({ ok: true, changed: [] });
    expect(contents(root)).toEqual(once);
  });

  test.each([
    ["s05-executed-unverified", "phase_verification_incomplete", "missing"],
    ["s06-verification-gaps-found", "phase_verification_incomplete", "gaps_found"],
    ["s06-verification-human-needed", "phase_verification_incomplete", "human_needed"],
    ["s06-verification-superseded", "phase_verification_incomplete", "unknown"],
    ["s07-verification-stale", "phase_verification_incomplete", "stale"],
    ["p03-halted", "phase_plan_coverage_incomplete", "01-02, 01-03, 01-04"],
    ["s01-new-roadmap", "phase_plan_coverage_incomplete", "no plans"],
  ])("is refused for %s", async (name, reason, words) => {
    const root = goldenProject(name);
    const before = contents(root);
    const result = await complete(root, "1");
    expect(result).toMatchObject({ ok: false, reason });
    expect(!result.ok && result.message).toContain(words);
    expect(contents(root)).toEqual(before);
  });

  test("is refused as a whole while an acceptance test is open", async () => {
    const root = halfWay();
    const report = ".planning/phases/02-beta/02-UAT.md";
    write(root, report, read(root, report).replace("result: pass", "result: issue"));
    const before = contents(root);
    expect(await complete(root)).toMatchObject({ ok: false, reason: "phase_uat_incomplete" });
    expect(contents(root)).toEqual(before);
  });

  test("names the phases there are when it is asked for another", async () => {
    const result = await complete(halfWay(), "7");
    expect(result).toMatchObject({ ok: false, reason: "phase_unknown" });
    expect(!result.ok && result.message).toContain("1, 2, 3");
  });

  test("of the last phase completes the milestone", async () => {
    const root = goldenProject("s06-verification-passed");
    for (const path of [".planning/ROADMAP.md"]) {
      write(
        root,
        path,
        read(root, path)
          .replace(/^- \[ \] \*\*Phase [23].*$/gm, "")
          .replace(/### Phase 2[\s\S]*?## Progress/, "## Progress"),
      );
    }
    const result = await complete(root, "1");
    expect(result).toMatchObject({ ok: true, data: { is_last_phase: true, next_phase: null } });
    expect(createSnapshotReader({ root }).read().state?.status).toBe("completed");
  });

  test("does not interrupt work on another phase", async () => {
    const root = halfWay();
    write(root, FILES[0], read(root, FILES[0]).replace('current_phase: "2"', 'current_phase: "3"'));
    await complete(root);
    expect(createSnapshotReader({ root }).read().state?.currentPhase).toBe("3");
  });

  test("refuses a summary that is newer than the report", async () => {
    const root = halfWay();
    setTime(root, ".planning/phases/02-beta/02-VERIFICATION.md", NOW - 600_000);
    expect(await complete(root)).toMatchObject({ ok: false, reason: "phase_verification_incomplete" });
  });
});

describe("a kill in the middle of a completion", () => {
  const steps = Array.from({ length: 24 }, (_, index) => index);

  test.each(steps)("after %d operations leaves the old state or the new one", async (step) => {
    for (const torn of [false, true]) {
      const root = halfWay();
      const old = contents(root);
      const finished = halfWay();
      await complete(finished);
      const outcome = await complete(root, "2", killedAfter(step, torn)).catch(() => "killed");
      await recoverPlanning(root, deps());
      const now = contents(root);
      expect([old, contents(finished)]).toContainEqual(now);
      if (outcome !== "killed") expect(now).toEqual(contents(finished));
      await complete(root);
      expect(contents(root)).toEqual(contents(finished));
      expect(names(root)).toEqual(["REQUIREMENTS.md", "ROADMAP.md", "STATE.md", "phases"]);
    }
  });

  test("does not overwrite what a person wrote in between", async () => {
    const root = halfWay();
    for (let step = 0; ; step++) {
      await complete(root, "2", killedAfter(step, false)).catch(() => "killed");
      if (names(root).includes(".transaction.json")) break;
    }
    const { diagnostics } = createSnapshotReader({ root }).read();
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual(["transaction_pending"]);
    write(root, ".planning/REQUIREMENTS.md", "# Mine\n");
    const recovery = await recoverPlanning(root, deps());
    expect(recovery.conflicts).toEqual([".planning/REQUIREMENTS.md"]);
    expect(read(root, ".planning/REQUIREMENTS.md")).toBe("# Mine\n");
  });
});
