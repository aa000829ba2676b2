import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EngineEvent, type EngineStanding, type EventType, PROBE_SESSION, sha256 } from "../../engine/index.ts";

/** How often an event came in this process. */
export interface EventPresence {
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly last: number;
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
  /** The host's own names of what was bound. */
  hooks: readonly string[];
  /** What the host has told so far, in the engine's words. */
  readonly events: Partial<Record<EventType, EventPresence>>;
  canary: CanaryResult | null;
  /** What the host cannot do in full, and what is done instead. */
  readonly receipts: readonly { readonly point: string; readonly level: string; readonly fallback: string }[];
  /** Names that the person's own configuration already had; theirs stand. */
  conflicts: string[];
}

/** Counts an event that the host tells of. The guard's own probes are nobody's. */
export function noteEvent({ events }: Pick<Presence, "events">, { type, session, at }: EngineEvent): void {
  if (session.id !== PROBE_SESSION) events[type] = { count: (events[type]?.count ?? 0) + 1, last: at };
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
