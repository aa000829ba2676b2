import { afterAll } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const GUILD = join(import.meta.dir, "..", "guild");

/** A file of recorded cases, as the runner that asks for it reads it. */
export function guildCases<T>(path: string): T {
  return JSON.parse(readFileSync(join(GUILD, path), "utf8")) as T;
}

/** A text that looks like a credential is kept in parts, so that no file holds it. */
export function joined(parts: readonly string[]): string {
  return parts.join("");
}

export interface PackedEvent {
  readonly repeat: number;
  readonly first_ts: string;
  readonly step_ms: number;
  readonly event: Readonly<Record<string, unknown>>;
}

/** The events that a packed list stands for; they differ in their time only. */
export function unpacked(packed: readonly PackedEvent[]): Record<string, unknown>[] {
  return packed.flatMap(({ repeat, first_ts: first, step_ms: step, event }) =>
    Array.from({ length: repeat }, (_, index) => ({
      ts: new Date(Date.parse(first) + index * step).toISOString(),
      ...event,
    })),
  );
}

/** How many files each folder of the recorded cases holds. */
export function countFiles(): Record<string, number> {
  const files = readdirSync(GUILD, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const counts: Record<string, number> = {};
  for (const { parentPath } of files) {
    const folder = parentPath.slice(GUILD.length + 1).split("/")[0] ?? "";
    counts[folder] = (counts[folder] ?? 0) + 1;
  }
  return counts;
}

/** A new folder that is removed with the tests of the file. */
export function scratchFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "guild-")));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
