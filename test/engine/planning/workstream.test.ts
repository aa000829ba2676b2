import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createSnapshotReader } from "../../../engine/planning/snapshot.ts";
import { applyTransition } from "../../../engine/planning/transition.ts";
import { HOME, project, read } from "./sample.ts";

const BILLING = ["workstreams", "billing"];
const FOLDER = ".planning/workstreams/billing";

function twoStreams(): string {
  const state = (phase: string) =>
    `---\ncurrent_phase: "${phase}"\n---\n\n# S\n\n## Current Position\n\nPhase: ${phase}\n`;
  return project({
    ".planning/PROJECT.md": "# Shop\n",
    ".planning/STATE.md": state("1"),
    ".planning/ROADMAP.md": "# R\n\n### Phase 1: Main\n**Goal**: x\n",
    ".planning/config.json": '{"mode":"yolo","workflow":{"research":true,"verifier":true}}',
    [`${FOLDER}/STATE.md`]: state("2"),
    [`${FOLDER}/ROADMAP.md`]: "# R\n\n### Phase 2: Bills\n**Goal**: y\n",
    [`${FOLDER}/config.json`]: '{"workflow":{"research":false}}',
    [`${FOLDER}/phases/02-bills/02-CONTEXT.md`]: "x\n",
  });
}

describe("a workstream", () => {
  test("has its own plan, the project's title, and settings over the project's", () => {
    const root = twoStreams();
    const snapshot = createSnapshotReader({ root, workstream: BILLING }).read();
    expect(snapshot).toMatchObject({
      folder: FOLDER,
      projectTitle: "Shop",
      state: { currentPhase: "2" },
      phases: [{ id: "02", directory: `${FOLDER}/phases/02-bills` }],
      config: { mode: "yolo", workflow: { research: false, verifier: true } },
    });
    expect(
      createSnapshotReader({ root })
        .read()
        .phases.map((phase) => phase.id),
    ).toEqual(["01"]);
  });

  test("is changed alone", async () => {
    const root = twoStreams();
    const before = read(root, ".planning/STATE.md");
    const deps = { now: Date.now, home: HOME, workstream: BILLING };
    expect(await applyTransition(root, { type: "begin-phase", phase: "2" }, deps)).toMatchObject({
      ok: true,
      changed: [`${FOLDER}/STATE.md`, `${FOLDER}/milestone.lock`],
    });
    expect(await applyTransition(root, { type: "begin-phase", phase: "1" }, deps)).toMatchObject({
      reason: "phase_unknown",
    });
    expect(read(root, ".planning/STATE.md")).toBe(before);
    expect(existsSync(join(root, FOLDER, ".lock"))).toBe(false);
  });

  test("that is not there is no project", async () => {
    const root = twoStreams();
    const workstream = ["workstreams", "ghost"];
    expect(createSnapshotReader({ root, workstream }).read().exists).toBe(false);
    const deps = { now: Date.now, home: HOME, workstream };
    expect(await applyTransition(root, { type: "begin-phase", phase: "1" }, deps)).toMatchObject({
      reason: "no_project",
    });
  });
});
