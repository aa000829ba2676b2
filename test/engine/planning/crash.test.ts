import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { diskOperations, type FileOperations } from "../../../engine/file/operations.ts";
import { applyTransition, recoverPlanning } from "../../../engine/planning/transition.ts";
import { applySequence, SEQUENCE } from "./crash-sequence.ts";
import { goldenProject, HOME, read } from "./sample.ts";

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 40);
const deps = { now: Date.now, home: HOME };

/** The whole plan as one text, without what only a living process means and without folders that are empty. */
function planOf(root: string): string {
  const entries = readdirSync(join(root, ".planning"), { recursive: true, encoding: "utf8" }).sort();
  const parts = entries.flatMap((path) => {
    if (/(?:^|\/)\.(?!gitkeep$)|\.lock(?:\.|$)|\.tmp$/.test(path)) return [];
    try {
      return [`${path}\n${read(root, join(".planning", path))}`];
    } catch {
      // A folder.
      return [];
    }
  });
  return parts.join("\n\n");
}

function leftovers(root: string): string[] {
  const entries = readdirSync(join(root, ".planning"), { recursive: true, encoding: "utf8" });
  return entries.filter(
    (path) => /\.tmp$|\.removed\.|\.transaction|\.lock(?:\.|$)/.test(path) && path !== "milestone.lock",
  );
}

function counting(count: () => void): FileOperations {
  const entries = Object.entries(diskOperations).map(([name, operation]) => [
    name,
    (...args: readonly unknown[]) => {
      count();
      (operation as (...args: readonly unknown[]) => void)(...args);
    },
  ]);
  return Object.fromEntries(entries);
}

/** Kills the writer a random moment after it has done some of its operations on disk. */
function killWriter(root: string, operations: number): Promise<void> {
  const script = new URL("crash-writer.ts", import.meta.url).pathname;
  const wanted = Math.floor(Math.random() * operations);
  const delay = Math.random() * 2;
  return new Promise((done) => {
    const child = spawn(process.execPath, [script, root], { stdio: ["ignore", "pipe", "inherit"] });
    let count = 0;
    const kill = () => setTimeout(() => child.kill("SIGKILL"), delay);
    child.stdout.on("data", (chunk: Buffer) => {
      const before = count;
      count += chunk.length;
      if (before <= wanted && count > wanted) kill();
    });
    child.on("close", () => done());
  });
}

test(
  `a writer killed at ${ROUNDS} random moments leaves a whole plan each time, and the next start repairs`,
  async () => {
    const finished = goldenProject("w01-state-writes");
    const whole = new Set([planOf(finished)]);
    await applySequence(finished, () => whole.add(planOf(finished)));
    expect(whole.size).toBe(SEQUENCE.length + 1);
    let operations = 0;
    await applySequence(
      goldenProject("w01-state-writes"),
      () => undefined,
      counting(() => operations++),
    );
    let interrupted = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const root = goldenProject("w01-state-writes");
      await killWriter(root, operations);
      if (leftovers(root).some((path) => path.startsWith(".transaction"))) interrupted++;
      const recovery = await recoverPlanning(root, deps);
      expect(recovery.conflicts).toEqual([]);
      expect(whole).toContain(planOf(root));
      const result = await applyTransition(root, { type: "add-decision", text: "go on" }, deps);
      expect(result).toMatchObject({ ok: true });
      expect(leftovers(root)).toEqual([]);
    }
    expect(interrupted).toBeGreaterThan(0);
  },
  { timeout: 900_000 },
);
