import type { SessionRef } from "../event.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { RunLog } from "./run-log.ts";
import type { RunState } from "./state.ts";

/**
 * The open run that a session takes part in, or null: a child has its own task, an unknown session may be anybody's,
 * and a person may use another session for something else.
 */
export function attachedRun(
  session: SessionRef,
  context: ProjectContext,
): { readonly run: RunLog; readonly state: RunState } | null {
  const run = context.runs.current();
  const state = run?.state();
  if (!run || session.role !== "root" || !state?.sessions.get(session.id)?.attached) return null;
  return { run, state };
}
