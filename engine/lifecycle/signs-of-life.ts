import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "../json.ts";
import type { RunLog } from "../run/run-log.ts";
import type { SignsOfLife } from "./heartbeat.ts";

/** Where a lane's worker leaves its heartbeat, relative to the run's folder. */
export function heartbeatFile(lane: string): string {
  return `in-progress/${lane}.json`;
}

/** What a lane's worker left to show that it lives. `now` in milliseconds since the epoch. */
export function signsOfLife(run: RunLog, lane: string, now: number): SignsOfLife {
  const log = statSync(join(run.folder, "in-progress", `${lane}.log`), { throwIfNoEntry: false });
  return { stamp: lastBeat(run, lane), logAgeMs: log ? now - log.mtimeMs : null };
}

/** The stamp of the last heartbeat; null without a file that can be used. */
export function lastBeat(run: RunLog, lane: string): string | null {
  try {
    const beat: unknown = JSON.parse(readFileSync(join(run.folder, heartbeatFile(lane)), "utf8"));
    return isJsonObject(beat) && typeof beat.timestamp === "string" ? beat.timestamp : null;
  } catch {
    // No file, or one that says nothing.
    return null;
  }
}
