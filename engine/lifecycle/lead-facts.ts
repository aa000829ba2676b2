import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionRef } from "../event.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { graceOf, isActive, newestSignal } from "../run/activity.ts";
import { headerScalar } from "../run/run-header.ts";
import { underRunLock } from "../run/run-lock.ts";
import type { RunLog } from "../run/run-log.ts";
import { laneOf } from "../run/session-lane.ts";

const LOCK_WAIT_MS = 1000;

/** The run that a lead's session takes part in, while it is alive; null for everybody else. */
export function liveRun(session: SessionRef, context: ProjectContext): RunLog | null {
  if (session.role !== "root" || laneOf(session, context) !== undefined) return null;
  const run = context.runs.last();
  if (!run?.state().sessions.has(session.id)) return null;
  const status = headerScalar(context.runs.header(run), "status");
  return isActive(status, context.now() - newestSignal(run.folder), graceOf(context.env)) ? run : null;
}

/** Whether the end of a turn is left to the loop, which goes on with it. */
export function isContinuing(session: SessionRef, run: RunLog): boolean {
  return (run.state().sessions.get(session.id)?.sentAt ?? 0) > 0;
}

/** Reads what a guard remembers, lets it decide, and keeps what it wants to remember, all as one step. */
export function withMemory<D extends { readonly next_state?: object | null }>(
  run: RunLog,
  file: string,
  context: ProjectContext,
  decide: (prior: Json) => D,
): D {
  let decision: D | undefined;
  const work = () => {
    decision = decide(readJson(join(run.folder, file)));
    if (decision.next_state) context.runs.write(run, file, `${JSON.stringify(decision.next_state)}\n`);
  };
  underRunLock(run.folder, work, { waitMs: LOCK_WAIT_MS, orWithout: true });
  return decision ?? decide(null);
}

/** A memory that makes no sense is none, so that it never silences a guard for good. */
function readJson(file: string): Json {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as JsonObject;
  } catch {
    return null;
  }
}
