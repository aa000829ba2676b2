import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { applyTransition, type Transition, type TransitionDeps } from "../../../engine/planning/transition.ts";
import { goldenProject, HOME, read, write } from "./sample.ts";

const NOW = Date.UTC(2026, 1, 10, 12, 30);
const CONTRACT = ".planning/state.json";
const CLAIM = ".planning/milestone.lock";
const deps: TransitionDeps = {
  now: () => NOW,
  home: HOME,
  session: "mine",
  next: (snapshot) => ({
    command: "/gsd-next",
    label: `at ${snapshot.state?.currentPhase}`,
    reason: `of ${snapshot.phases.length}`,
  }),
};
const apply = (root: string, transition: Transition, more: Partial<TransitionDeps> = {}) =>
  applyTransition(root, transition, { ...deps, ...more });

describe("the published state", () => {
  test("tells what is so once the change is written", async () => {
    const root = goldenProject("s06-verification-passed");
    const result = await apply(root, { type: "complete-phase", phase: "1" });
    expect(result.ok && result.changed).toContain(CONTRACT);
    const text = read(root, CONTRACT);
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    expect(Object.keys(JSON.parse(text))).toEqual(["contract", "flavor", "milestone", "phases", "next", "updated_at"]);
    expect(JSON.parse(text)).toEqual({
      contract: "1.0.0",
      flavor: "core",
      milestone: "v1.0 — First Release",
      phases: [
        { number: "1", name: "Alpha", status: "complete" },
        { number: "2", name: "Beta", status: "pending" },
        { number: "3", name: "Gamma", status: "pending" },
      ],
      next: { command: "/gsd-next", label: "at 2", reason: "of 3" },
      updated_at: "2026-02-10T12:30:00.000Z",
    });
  });

  test("is written at the boundaries only, and not for a new time alone", async () => {
    const root = goldenProject("w01-state-writes");
    await apply(root, { type: "add-decision", text: "x" });
    await apply(root, { type: "patch-state", fields: { Status: "Paused" } });
    expect(existsSync(join(root, CONTRACT))).toBe(false);
    await apply(root, { type: "begin-phase", phase: "1" });
    expect(JSON.parse(read(root, CONTRACT)).phases[0].status).toBe("in_progress");
    expect(await apply(root, { type: "begin-phase", phase: "1" }, { now: () => NOW + 1000 })).toMatchObject({
      changed: [],
    });
  });
});

describe("a claim on the milestone", () => {
  test("warns another session on another phase, and refuses nothing", async () => {
    const root = goldenProject("w01-state-writes");
    await apply(root, { type: "begin-phase", phase: "1" });
    expect(JSON.parse(read(root, CLAIM))).toEqual({ phase: "1", session: "mine", pid: process.pid, updated_at: NOW });
    const other = { session: "other" };
    expect(await apply(root, { type: "begin-phase", phase: "01" }, other)).toMatchObject({
      data: { milestone_conflict: null },
    });
    await apply(root, { type: "begin-phase", phase: "1" });
    expect(await apply(root, { type: "begin-phase", phase: "2" }, other)).toMatchObject({
      ok: true,
      data: { milestone_conflict: { phase: "1", session: "mine", pid: process.pid, updated_at: NOW } },
    });
    expect(JSON.parse(read(root, CLAIM))).toMatchObject({ phase: "2", session: "other" });
  });

  test("of a dead process, or one that nobody can read, is none", async () => {
    const root = goldenProject("w01-state-writes");
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    for (const text of [JSON.stringify({ phase: "2", session: "x", pid, updated_at: NOW }), "{", "[]"]) {
      write(root, CLAIM, text);
      expect(await apply(root, { type: "begin-phase", phase: "1" })).toMatchObject({
        data: { milestone_conflict: null },
      });
    }
  });

  test("goes with the phase", async () => {
    const root = goldenProject("s06-verification-passed");
    write(root, CLAIM, JSON.stringify({ phase: "01", session: "x", pid: 1, updated_at: NOW }));
    await apply(root, { type: "complete-phase", phase: "1" });
    expect(existsSync(join(root, CLAIM))).toBe(false);
  });
});
