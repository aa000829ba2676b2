import { describe, expect, test } from "bun:test";
import { createSnapshotReader } from "../../../engine/planning/snapshot.ts";
import { applyTransition, type Transition } from "../../../engine/planning/transition.ts";
import { validateState } from "../../../engine/planning/validate-state.ts";
import { goldenProject, HOME, read, write } from "./sample.ts";

const NOW = Date.UTC(2026, 1, 10, 12, 30);
const STATE = ".planning/STATE.md";
const apply = (root: string, transition: Transition) =>
  applyTransition(root, transition, { now: () => NOW, home: HOME });
const snapshotOf = (root: string) => createSnapshotReader({ root }).read();

describe("fields of the state", () => {
  test("move with their twins; unknown ones are told apart", async () => {
    const root = goldenProject("w01-state-writes");
    const fields = {
      Status: "Executing Phase 1",
      "Stopped at": "plan 2",
      Nope: "y",
      milestone_name: "Next",
      "progress.percent": "90",
    };
    expect(await apply(root, { type: "patch-state", fields })).toMatchObject({
      data: { updated: ["Status", "Stopped at", "milestone_name"], failed: ["Nope"], preserved: ["progress.percent"] },
    });
    expect(snapshotOf(root).state).toMatchObject({ status: "executing", stoppedAt: "plan 2", milestoneName: "Next" });
    expect(read(root, STATE)).toContain("\nStatus: Executing Phase 1\n");
    expect(read(root, STATE)).toContain("\nStopped at: plan 2\n");
    expect(await apply(root, { type: "patch-state", fields: { Nope: "x" } })).toMatchObject({ ok: true, changed: [] });
  });

  test("keep prose that is no status word", async () => {
    const root = goldenProject("w01-state-writes");
    await apply(root, { type: "patch-state", fields: { status: "Waiting for the fog to lift" } });
    expect(snapshotOf(root).state?.status).toBe("Waiting for the fog to lift");
  });

  test("are counted again, and never down by themselves", async () => {
    const root = goldenProject("w01-state-writes");
    write(root, ".planning/phases/01-alpha/01-01-SUMMARY.md", "# Done\n");
    write(root, STATE, read(root, STATE).replace("Progress: [░░░░░░░░░░] 0%", "Progress: [░░░░░░░░░░] 0%"));
    expect(await apply(root, { type: "update-progress" })).toMatchObject({
      data: { updated: true, percent: 0, completed: 1, total: 2, bar: "[░░░░░░░░░░] 0%", preserved: [] },
    });
    await apply(root, { type: "set-field", field: "progress.completed_plans", value: 7 });
    expect(await apply(root, { type: "update-progress" })).toMatchObject({
      data: { completed: 7, preserved: ["progress.completed_plans"] },
    });
  });

  test("come in line with the disk, after saying how", async () => {
    const root = goldenProject("w01-state-writes");
    write(
      root,
      STATE,
      read(root, STATE)
        .replace("Phase: 1 of 3 (Alpha)", "Phase: 1 of 9 (Alfa)")
        .replace(/Plan: .*/, "Plan: 1 of 5"),
    );
    expect(validateState(snapshotOf(root))).toMatchObject({ valid: false, scope: "complete" });
    const before = read(root, STATE);
    const dry = await apply(root, { type: "sync-state", dryRun: true });
    expect(dry).toMatchObject({ changed: [], data: { synced: false, dry_run: true } });
    expect(dry.ok && dry.data.changes).toEqual(
      expect.arrayContaining(["Phase: 1 of 3 (Alpha)", "Plan: 1 of 2 in current phase"]),
    );
    expect(read(root, STATE)).toBe(before);
    expect(await apply(root, { type: "sync-state" })).toMatchObject({ data: { synced: true } });
    expect(await apply(root, { type: "sync-state" })).toMatchObject({ changed: [], data: { synced: false } });
    expect(validateState(snapshotOf(root))).toEqual({ valid: true, warnings: [], scope: "complete" });
  });
});

describe("times of plans", () => {
  const metric = { type: "record-metric", phase: "1", plan: "1", duration: "5min", tasks: 3, files: 2 } as const;

  test("are rows of one table, one for each plan", async () => {
    const root = goldenProject("w01-state-writes");
    expect(await apply(root, metric)).toMatchObject({ data: { recorded: true, created: true } });
    expect(await apply(root, { ...metric, plan: "2", duration: "a | b" })).toMatchObject({ data: { created: false } });
    await apply(root, { ...metric, duration: "6min" });
    expect(read(root, STATE)).toEndWith(
      "## Performance Metrics\n\n| Plan | Duration | Tasks | Files |\n|------|----------|-------|-------|\n| Phase 1 P1 | 6min | 3 tasks | 2 files |\n| Phase 1 P2 | a \\| b | 3 tasks | 2 files |\n",
    );
    expect(await apply(root, { ...metric, duration: "6min" })).toMatchObject({ changed: [] });
  });

  test("leave the tables of others alone", async () => {
    const root = goldenProject("w01-state-writes");
    const others = "\n## Performance Metrics\n\n| Phase | Plans |\n|---|---|\n| 1 | 2 |\n\n## Last\n\nText\n";
    write(root, STATE, read(root, STATE) + others);
    await apply(root, metric);
    expect(read(root, STATE)).toEndWith(
      others.replace(
        "| 1 | 2 |\n",
        "| 1 | 2 |\n\n| Plan | Duration | Tasks | Files |\n|------|----------|-------|-------|\n| Phase 1 P1 | 5min | 3 tasks | 2 files |\n",
      ),
    );
  });
});
