import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createSnapshotReader } from "../../../engine/planning/snapshot.ts";
import { applyTransition, recoverPlanning, type Transition } from "../../../engine/planning/transition.ts";
import { killedAfter } from "./killed-after.ts";
import { goldenProject, HOME, project, read, write } from "./sample.ts";

const NOW = Date.UTC(2026, 1, 10, 12, 30);
const apply = (root: string, transition: Transition) =>
  applyTransition(root, transition, { now: () => NOW, home: HOME });
const ROADMAP = ".planning/ROADMAP.md";
const snapshotOf = (root: string) => createSnapshotReader({ root }).read();

function finished(): string {
  const folder = ".planning/phases/01-alpha";
  return project({
    ".planning/STATE.md":
      "---\nmilestone: v1.0\nmilestone_name: First\ncurrent_phase: 1\nstatus: completed\n---\n\n# S\n\n## Current Position\n\nStatus: All phases complete\n",
    [ROADMAP]:
      "# Roadmap\n\n## Milestones\n\n- 🚧 **v1.0 First** - Phase 1\n- 📋 **v1.1 Second** - Phase 2\n\n## 🚧 v1.0 First\n\n### Phase 1: Alpha\n**Goal**: x\n\n## 📋 v1.1 Second\n\n### Phase 2: Beta\n**Goal**: y\n",
    ".planning/REQUIREMENTS.md": "# R\n",
    [`${folder}/01-01-PLAN.md`]: "---\nphase: 1\n---\n",
    [`${folder}/01-01-SUMMARY.md`]: "# Done\n",
    [`${folder}/01-VERIFICATION.md`]: "---\nstatus: passed\n---\n",
    ".planning/phases/02-beta/02-CONTEXT.md": "x\n",
  });
}

describe("a milestone is completed", () => {
  test("by moving its phases into the archive and marking it as shipped", async () => {
    const root = finished();
    const roadmap = read(root, ROADMAP);
    expect(await apply(root, { type: "complete-milestone", version: "v1.0" })).toMatchObject({
      ok: true,
      data: {
        dry_run: false,
        version: "v1.0",
        name: "First",
        stats: { phases: 1, plans: 1, tasks: 0 },
        archived: { phases: ["01-alpha"] },
      },
    });
    expect(readdirSync(join(root, ".planning/milestones")).sort()).toEqual([
      "v1.0-REQUIREMENTS.md",
      "v1.0-ROADMAP.md",
      "v1.0-phases",
    ]);
    expect(read(root, ".planning/milestones/v1.0-ROADMAP.md")).toBe(roadmap);
    expect(readdirSync(join(root, ".planning/phases"))).toEqual(["02-beta"]);
    expect(existsSync(join(root, ".planning/milestones/v1.0-phases/01-alpha/01-VERIFICATION.md"))).toBe(true);
    expect(read(root, ROADMAP)).toBe(roadmap.replaceAll("🚧", "✅"));
    expect(read(root, ".planning/MILESTONES.md")).toBe(
      "# Milestones\n\n## v1.0 First (2026-02-10)\n\n- Phase 1: Alpha\n",
    );
    expect(snapshotOf(root).state?.status).toBe("completed");

    await apply(root, { type: "milestone-switch", version: "v1.1", name: "Second" });
    expect(snapshotOf(root).state).toMatchObject({ milestone: "v1.1", milestoneName: "Second", currentPhase: null });
    expect(snapshotOf(root).phases.map((phase) => phase.number)).toEqual(["2"]);
    expect(await apply(root, { type: "milestone-switch", version: "v1.1" })).toMatchObject({
      changed: [],
      data: { switched: false },
    });
  });

  test("also where the roadmap has no milestones", async () => {
    const root = finished();
    write(root, ROADMAP, "# Roadmap\n\n### Phase 1: Alpha\n**Goal**: x\n");
    expect(await apply(root, { type: "complete-milestone", version: "v1.0" })).toMatchObject({ ok: true });
  });

  test("not before a dry run has said what would happen", async () => {
    const root = finished();
    const result = await apply(root, { type: "complete-milestone", version: "v1.0", dryRun: true });
    expect(result).toMatchObject({
      changed: [],
      data: {
        dry_run: true,
        would_archive: {
          roadmap: { source: ROADMAP, target: ".planning/milestones/v1.0-ROADMAP.md" },
          requirements: { target: ".planning/milestones/v1.0-REQUIREMENTS.md" },
          phases: ["01-alpha"],
        },
        would_update: { milestones_md: ".planning/MILESTONES.md", state_md: ".planning/STATE.md" },
      },
    });
  });

  test("only when every phase is verified, and only the current one", async () => {
    const open = await apply(goldenProject("s05-executed-unverified"), { type: "complete-milestone", version: "v1.0" });
    expect(open).toMatchObject({ ok: false, reason: "milestone_phases_incomplete" });
    expect(!open.ok && open.message).toContain("1 (missing), 2 (missing), 3 (missing)");
    const root = finished();
    expect(await apply(root, { type: "complete-milestone", version: "v1.1" })).toMatchObject({
      reason: "milestone_other",
    });
    expect(await apply(root, { type: "complete-milestone", version: "../x" })).toMatchObject({
      reason: "milestone_invalid",
    });
    write(root, ".planning/milestones/v1.0-ROADMAP.md", "old\n");
    expect(await apply(root, { type: "complete-milestone", version: "v1.0" })).toMatchObject({
      reason: "milestone_archived",
    });
  });

  test.each([...Array(40).keys()])("as a whole or not at all: killed after %d operations", async (step) => {
    const root = finished();
    const deps = { now: () => NOW, home: HOME };
    const files = killedAfter(step, step % 2 === 1);
    const outcome = await applyTransition(
      root,
      { type: "complete-milestone", version: "v1.0" },
      { ...deps, files },
    ).catch(() => "killed");
    await recoverPlanning(root, deps);
    const parts = [
      existsSync(join(root, ".planning/milestones/v1.0-ROADMAP.md")),
      existsSync(join(root, ".planning/milestones/v1.0-phases/01-alpha/01-01-PLAN.md")),
      !existsSync(join(root, ".planning/phases/01-alpha")),
      read(root, ROADMAP).includes("✅"),
      existsSync(join(root, ".planning/MILESTONES.md")),
    ];
    expect(new Set(parts).size).toBe(1);
    if (outcome !== "killed") expect(parts[0]).toBe(true);
  });
});
