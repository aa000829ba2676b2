import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createEngine } from "../../../engine/index.ts";
import { applyTransition } from "../../../engine/planning/transition.ts";
import { killedAfter } from "./killed-after.ts";
import { goldenProject, HOME, read, write } from "./sample.ts";

const session = { id: "s", role: "root" } as const;
const JOURNAL = ".planning/.transaction.json";

async function interrupted(): Promise<string> {
  for (let step = 0; ; step++) {
    const root = goldenProject("s06-verification-passed");
    const deps = { now: Date.now, home: HOME, files: killedAfter(step, false) };
    await applyTransition(root, { type: "complete-phase", phase: "1" }, deps).catch(() => "killed");
    if (existsSync(join(root, JOURNAL))) return root;
  }
}

const engineFor = (root: string) =>
  createEngine({ root, home: HOME, host: "opencode", content: { capabilities: [], workflows: {} }, env: {} });

describe("a project that a killed process left half changed", () => {
  test("is whole before its first command is answered", async () => {
    const root = await interrupted();
    expect(read(root, ".planning/STATE.md")).toContain("Phase: 1 of 3");
    await engineFor(root).run("progress", "show", {}, { audience: "person" });
    expect(existsSync(join(root, JOURNAL))).toBe(false);
    expect(read(root, ".planning/STATE.md")).toContain("Phase: 2 of 3");
    expect(read(root, ".planning/ROADMAP.md")).toContain("- [x] **Phase 1: Alpha**");
  });

  test("is whole after its first event", async () => {
    const root = await interrupted();
    const event = { type: "session.start", session, at: 0, reason: "startup", folder: root } as const;
    expect(await engineFor(root).handle(event)).toEqual([]);
    expect(existsSync(join(root, JOURNAL))).toBe(false);
  });

  test("does not keep an event from its answer when it cannot be repaired", async () => {
    const root = await interrupted();
    const engine = engineFor(root);
    write(root, JOURNAL.replace(".transaction.json", "x"), "");
    write(root, JOURNAL, "not ours");
    const event = { type: "session.start", session, at: 0, reason: "startup", folder: root } as const;
    expect(await engine.handle(event)).toEqual([]);
    expect(existsSync(join(root, JOURNAL))).toBe(false);
  });
});
