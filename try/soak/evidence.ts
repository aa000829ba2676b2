import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Presence } from "../../bindings/shared/presence.ts";
import type { Line } from "../run-record.ts";

/** What a soak left behind. */
export interface Evidence {
  /** How many numbered calls were made. */
  readonly calls: number;
  /** What the model was first sent in the resumed session. */
  readonly resumedWith: string;
  /** The event log, line by line; null for a line that is no JSON. */
  readonly lines: readonly (Line | null)[];
  /** Everything that stands in the run's folder, as one text. */
  readonly everything: string;
  /** The word that the last copy of the plugin left. */
  readonly presence: Presence;
}

export function gatherEvidence(
  sandbox: { readonly directory: string; readonly home: string },
  facts: Pick<Evidence, "calls" | "resumedWith">,
): Evidence {
  const runs = join(sandbox.directory, ".planning", "runs");
  const run = readFileSync(join(runs, "current-run-id"), "utf8").trim();
  const log = readFileSync(join(runs, run, "logs", "v1.4-events.jsonl"), "utf8");
  return {
    ...facts,
    lines: log.split("\n").slice(0, -1).map(parsed),
    everything: textsIn(join(runs, run)),
    presence: readPresence(sandbox.home),
  };
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
