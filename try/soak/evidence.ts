import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Presence } from "../../bindings/shared/presence.ts";
import type { Line } from "../run-record.ts";
import { type Incarnation, readTrace, traceFile } from "./trace-file.ts";

/** What a soak left behind. */
export interface Remains {
  /** How many numbered calls were made. */
  readonly calls: number;
  /** What the model was first sent in the resumed session. */
  readonly resumedWith: string;
  /** The event log, line by line; null for a line that is no JSON. */
  readonly lines: readonly (Line | null)[];
  /** Everything that stands in the run's folder, as one text. */
  readonly everything: string;
  /** What the engine of each process was told and said. */
  readonly trace: readonly Incarnation[];
  /** The word that the plugin left in each process, the last one last. */
  readonly presences: readonly Presence[];
}

export interface Evidence extends Remains {
  /** Where bare engines that were told the same said or recorded another thing. */
  readonly differences: readonly string[];
}

export function gatherEvidence(
  sandbox: { readonly directory: string; readonly home: string },
  { presences, ...facts }: Pick<Remains, "calls" | "resumedWith" | "presences">,
): Remains {
  const run = runFolder(sandbox.directory);
  return {
    ...facts,
    lines: readRecord(run),
    everything: textsIn(run),
    trace: readTrace(traceFile(sandbox.directory)),
    presences: [...presences, readPresence(sandbox.home)],
  };
}

/** The folder of the run that a project is at. */
export function runFolder(project: string): string {
  const runs = join(project, ".planning", "runs");
  return join(runs, readFileSync(join(runs, "current-run-id"), "utf8").trim());
}

/** The event log of a run, line by line; null for a line that is no JSON. */
export function readRecord(run: string): readonly (Line | null)[] {
  const log = readFileSync(join(run, "logs", "v1.4-events.jsonl"), "utf8");
  return log.split("\n").slice(0, -1).map(parsed);
}

export function readPresence(home: string): Presence {
  const folder = join(home, ".gsd", "loopwright", "presence");
  const [name = ""] = readdirSync(folder).filter((file) => file.endsWith(".json") && !file.startsWith("."));
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}

function parsed(line: string): Line | null {
  try {
    return JSON.parse(line) as Line;
  } catch {
    // Judged as what it is.
    return null;
  }
}

function textsIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}
