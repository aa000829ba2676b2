import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSnapshotReader } from "../../../engine/planning/snapshot.ts";
import { applyTransition, type Transition } from "../../../engine/planning/transition.ts";
import { goldenProject, HOME, project, read, temporaryFolder, write } from "./sample.ts";

const NOW = Date.UTC(2026, 1, 10, 12, 30);
const STATE = ".planning/STATE.md";
const deps = { now: () => NOW, home: HOME };
const apply = (root: string, transition: Transition) => applyTransition(root, transition, deps);
const stateOf = (root: string) => createSnapshotReader({ root }).read().state;

/** The lines that differ, as `-old` and `+new`. */
function difference(before: string, after: string): string[] {
  const old = before.split("\n");
  const now = after.split("\n");
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `-${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+${line}`),
  ];
}

describe("the position of the project", () => {
  test("moves through a phase, changing the addressed lines only", async () => {
    const root = goldenProject("w01-state-writes");
    const before = read(root, STATE);
    expect(await apply(root, { type: "begin-phase", phase: "1" })).toEqual({
      ok: true,
      changed: [STATE, ".planning/ROADMAP.md", ".planning/milestone.lock"],
      data: { phase: "1", phase_name: "Alpha", plan_count: 2, milestone_conflict: null },
    });
    expect(difference(before, read(root, STATE))).toEqual([
      '-last_activity: "2026-01-12"',
      "-  total_plans: 0",
      "-Status: Ready to execute",
      "-Last activity: 2026-01-12 - wrote the sample",
      '+last_activity: "2026-02-10"',
      "+  total_plans: 2",
      "+current_plan: 1",
      '+last_updated: "2026-02-10T12:30:00.000Z"',
      "+last_activity_desc: began phase 1",
      "+Status: Executing Phase 1",
      "+Last activity: 2026-02-10 - began phase 1",
    ]);
    expect(read(root, ".planning/ROADMAP.md")).toContain("| 1. Alpha | 0/2 | In progress | - |");
    expect(await apply(root, { type: "begin-phase", phase: "01" })).toMatchObject({ ok: true, changed: [] });

    expect(await apply(root, { type: "advance-plan" })).toMatchObject({
      data: { advanced: true, previous_plan: 1, current_plan: 2, total_plans: 2 },
    });
    expect(read(root, STATE)).toContain("Plan: 2 of 2 in current phase");
    for (const plan of ["01", "02"]) write(root, `.planning/phases/01-alpha/01-${plan}-SUMMARY.md`, "# Done\n");
    expect(await apply(root, { type: "advance-plan" })).toMatchObject({
      data: { advanced: false, reason: "last_plan" },
    });
    expect(stateOf(root)?.status).toBe("verifying");
    expect(await apply(root, { type: "advance-plan" })).toMatchObject({ ok: true, changed: [] });
  });

  test("does not call a phase executed while one of its plans is open", async () => {
    const root = goldenProject("w01-state-writes");
    write(root, ".planning/phases/01-alpha/01-01-SUMMARY.md", "# Done\n");
    await apply(root, { type: "begin-phase", phase: "1" });
    expect(await apply(root, { type: "advance-plan" })).toMatchObject({
      changed: [],
      data: { advanced: false, reason: "plans_outstanding", outstanding_plans: ["01-02"] },
    });
    expect(stateOf(root)?.status).toBe("executing");
  });

  test("says that a planned phase waits for its execution", async () => {
    const root = goldenProject("w01-state-writes");
    await apply(root, { type: "planned-phase", phase: "2", name: "Second", plans: 4 });
    expect(stateOf(root)).toMatchObject({ currentPhase: "2", currentPhaseName: "Second", status: "executing" });
    expect(read(root, STATE)).toContain("Plan: 0 of 4 in current phase\nStatus: Ready to execute\n");
  });

  test("goes on where it was when a phase is begun again", async () => {
    const root = goldenProject("w01-state-writes");
    write(root, ".planning/phases/01-alpha/01-01-SUMMARY.md", "# Done\n");
    await apply(root, { type: "begin-phase", phase: "1" });
    expect(read(root, STATE)).toContain("Plan: 2 of 2 in current phase");
    expect(stateOf(root)?.fields.progress).toMatchObject({ completed_plans: "1", total_plans: "2", percent: "0" });
  });

  test("keeps the line ends and the byte order mark of the file", async () => {
    const root = goldenProject("w01-state-writes");
    const windows = `\ufeff${read(root, STATE).replaceAll("\n", "\r\n")}`;
    write(root, STATE, windows);
    await apply(root, { type: "begin-phase", phase: "1" });
    await apply(root, { type: "add-blocker", text: "No key" });
    const after = read(root, STATE);
    expect(after.startsWith("\ufeff---\r\n")).toBe(true);
    expect(after.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(stateOf(root)?.blockers).toEqual(["No key"]);
  });
});

describe("notes in the state", () => {
  test("decisions take the place of the placeholder and follow each other", async () => {
    const root = goldenProject("w01-state-writes");
    const before = read(root, STATE);
    await apply(root, { type: "add-decision", text: "Use files", phase: "1", why: "simple" });
    await apply(root, { type: "add-decision", text: "Two\n## Lines" });
    expect(await apply(root, { type: "add-decision", text: "Two ## Lines" })).toMatchObject({ ok: true, changed: [] });
    const expected = before.replace("None yet.", "- [Phase 1]: Use files — simple\n- Two ## Lines");
    expect(read(root, STATE)).toBe(expected);
  });

  test("a blocker is added, found by its words, and its section says none again", async () => {
    const root = goldenProject("w01-state-writes");
    const before = read(root, STATE);
    await apply(root, { type: "add-blocker", text: "No key" });
    await apply(root, { type: "add-blocker", text: "No host" });
    expect(stateOf(root)?.blockers).toEqual(["No key", "No host"]);
    expect(await apply(root, { type: "resolve-blocker", text: "no" })).toMatchObject({ reason: "blocker_ambiguous" });
    expect(await apply(root, { type: "resolve-blocker", text: "money" })).toMatchObject({ reason: "blocker_unknown" });
    expect(await apply(root, { type: "resolve-blocker", text: "KEY" })).toMatchObject({ data: { blocker: "No key" } });
    await apply(root, { type: "resolve-blocker", text: "No host" });
    expect(read(root, STATE)).toBe(before);
  });

  test("a missing section is made", async () => {
    const root = project({
      [STATE]: "---\nstatus: planning\n---\n\n# State\n\n## Accumulated Context\n\n## Session\n",
    });
    await apply(root, { type: "add-decision", text: "A" });
    expect(stateOf(root)?.decisions).toEqual(["A"]);
    expect(read(root, STATE)).toContain("## Accumulated Context\n\n### Decisions\n\n- A\n\n## Session\n");
  });

  test("a session is recorded", async () => {
    const root = goldenProject("w01-state-writes");
    await apply(root, { type: "record-session", stoppedAt: "plan 2", resumeFile: "x.md" });
    expect(stateOf(root)?.stoppedAt).toBe("plan 2");
    expect(read(root, STATE)).toContain(
      "Last session: 2026-02-10T12:30:00.000Z\nStopped at: plan 2\nResume file: x.md\n",
    );
  });

  test("a question waits until it is answered, and is asked once", async () => {
    const root = goldenProject("w01-state-writes");
    const ask = { type: "signal-waiting", question: "Which?", options: ["A", "B"], phase: "1" } as const;
    expect(await apply(root, ask)).toMatchObject({ ok: true, changed: [".planning/WAITING.json"] });
    expect(JSON.parse(read(root, ".planning/WAITING.json"))).toEqual({
      status: "waiting",
      type: "decision",
      question: "Which?",
      options: ["A", "B"],
      since: "2026-02-10T12:30:00.000Z",
      phase: "1",
    });
    expect(createSnapshotReader({ root }).read().waiting).toEqual({ question: "Which?", options: ["A", "B"] });
    expect(await applyTransition(root, ask, { ...deps, now: () => NOW + 1000 })).toMatchObject({ changed: [] });
    expect(await apply(root, { type: "signal-resume" })).toMatchObject({ data: { resumed: true, removed: true } });
    expect(existsSync(join(root, ".planning/WAITING.json"))).toBe(false);
    expect(await apply(root, { type: "signal-resume" })).toMatchObject({ changed: [], data: { removed: false } });
  });

  test("a field is set, and a list is not", async () => {
    const root = goldenProject("w01-state-writes");
    await apply(root, { type: "set-field", field: "progress.percent", value: 40 });
    expect(stateOf(root)?.fields.progress).toMatchObject({ percent: "40" });
    const refused = await apply(root, { type: "set-field", field: "progress", value: "x" });
    expect(refused).toMatchObject({ ok: false, reason: "field_not_settable" });
  });
});

describe("a transition is refused", () => {
  const note = { type: "add-decision", text: "x" } as const;

  test("without a project or a state file", async () => {
    expect(await apply(temporaryFolder(), note)).toMatchObject({ ok: false, reason: "no_project" });
    const root = temporaryFolder();
    mkdirSync(join(root, ".planning"));
    expect(await apply(root, note)).toMatchObject({ ok: false, reason: "state_missing" });
    expect(readdirSync(join(root, ".planning"))).toEqual([]);
  });

  test("when the state file is broken or no text", async () => {
    const broken = project({ [STATE]: "---\nstatus: executing\n" });
    expect(await apply(broken, { type: "set-field", field: "status", value: "x" })).toMatchObject({
      reason: "state_unreadable",
    });
    const binary = project({ [STATE]: "" });
    writeFileSync(join(binary, STATE), Uint8Array.from([0x61, 0xff, 0xfe]));
    expect(await apply(binary, note)).toMatchObject({ ok: false, reason: "file_unreadable" });
  });

  test("when it has nothing to say", async () => {
    const root = goldenProject("w01-state-writes");
    expect(await apply(root, { type: "add-blocker", text: " \n" })).toMatchObject({ ok: false, reason: "text_empty" });
  });

  test("never writes through a link, into the home, or while another process holds the lock", async () => {
    const outside = goldenProject("w01-state-writes");
    const linked = temporaryFolder();
    symlinkSync(join(outside, ".planning"), join(linked, ".planning"));
    await expect(apply(linked, note)).rejects.toMatchObject({ code: "PATH_REFUSED" });
    await expect(applyTransition(outside, note, { ...deps, home: outside })).rejects.toMatchObject({
      code: "PATH_REFUSED",
    });

    write(outside, ".planning/.lock", JSON.stringify({ pid: process.ppid, cwd: "/", acquired: "" }));
    let time = NOW;
    const wait = async (ms: number) => {
      time += ms;
    };
    const waiting = { ...deps, now: () => time, wait };
    await expect(applyTransition(outside, note, waiting)).rejects.toMatchObject({ code: "LOCK_HELD" });
    rmSync(join(outside, ".planning/.lock"));
    expect(stateOf(outside)?.decisions).toEqual([]);
  });
});
