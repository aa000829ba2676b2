import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const SIGNS = ["run.yaml", "events.ndjson", "provenance.json"];
const SIGN_FOLDERS = ["logs", "handoffs", "in-progress"];
const GRACE_MS = 3 * 60 * 60_000;

/** `GUILD_REANCHOR_GRACE_MS`, or three hours. */
export function graceOf(env: Readonly<Record<string, string | undefined>>): number {
  const value = Number(env.GUILD_REANCHOR_GRACE_MS);
  return Number.isFinite(value) && value > 0 ? value : GRACE_MS;
}

/** Whether a run is alive: by its word, or by how long ago something last changed in it. */
export function isActive(status: string | null, newestSignalAgeMs: number, graceMs: number): boolean {
  if (status === null) return false;
  return status === "open" || status === "resumable" || newestSignalAgeMs <= graceMs;
}

/** When something of a run last changed. Milliseconds since the epoch; 0 when nothing is there. */
export function newestSignal(folder: string): number {
  return newest([
    ...SIGNS.map((name) => join(folder, name)),
    ...SIGN_FOLDERS.flatMap((name) => filesIn(join(folder, name))),
  ]);
}

/** The same without what closing a run changes itself. */
export function newestWork(folder: string): number {
  return newest([
    join(folder, "logs", "v1.4-events.jsonl"),
    join(folder, "events.ndjson"),
    ...filesIn(join(folder, "in-progress")),
  ]);
}

function filesIn(folder: string): readonly string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder).map((name) => join(folder, name));
}

function newest(files: readonly string[]): number {
  return Math.max(0, ...files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}
