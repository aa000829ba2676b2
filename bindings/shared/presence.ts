import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EngineStanding, sha256 } from "../../engine/index.ts";

export interface HookPresence {
  /** How often it fired in this process. */
  count: number;
  /** Milliseconds since the epoch; null while it never fired. */
  last: number | null;
}

/** What the guard answered to calls that it has to refuse, sent through the host's own hook. */
export interface CanaryResult {
  readonly at: number;
  readonly probes: readonly { readonly probe: string; readonly denied: boolean; readonly us: number }[];
}

/** What a loaded copy of the plugin says about itself, for `loopwright doctor`. */
export interface Presence {
  readonly host: string;
  readonly version: string;
  readonly entry: string;
  readonly road: string;
  readonly runtime: string;
  readonly engine: EngineStanding["engine"];
  /** Why the engine is not in the host's process, or does not answer. */
  readonly because: EngineStanding["because"];
  readonly root: string;
  readonly pid: number;
  readonly startedAt: number;
  readonly hooks: Record<string, HookPresence>;
  canary: CanaryResult | null;
  /** What the host cannot do in full, and what is done instead. */
  readonly receipts: readonly { readonly point: string; readonly level: string; readonly fallback: string }[];
  /** Names that the person's own configuration already had; theirs stand. */
  conflicts: string[];
}

/** Where the loaded copies leave word, one file for each host and project. */
export function presenceFolder(home: string): string {
  return join(home, ".gsd", "loopwright", "presence");
}

/** Keeps the newest state of one loaded copy on disk. A failure to write is no reason to disturb the host. */
export function savePresence(home: string, presence: Presence): boolean {
  const folder = presenceFolder(home);
  const name = `${presence.host}-${sha256(presence.root).slice(0, 12)}.json`;
  const temporary = join(folder, `.${name}.${presence.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(temporary, `${JSON.stringify(presence, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, join(folder, name));
    return true;
  } catch {
    // Doctor then reports that no copy left word.
    return false;
  }
}
