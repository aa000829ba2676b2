import type { SessionRef } from "../event.ts";
import type { ProjectContext } from "../loop/context.ts";
import { appendSecurityEvent, type SecurityEvent } from "./security-event.ts";
import { laneOf } from "./session-lane.ts";

type Noted = Pick<SecurityEvent, "event_type" | "decision" | "tool" | "detail">;

/** Notes in the open run what a guard has met. Without a run there is nowhere to note it. `at` is in milliseconds. */
export function noteSecurity(context: ProjectContext, session: SessionRef, at: number, noted: Noted): void {
  const run = context.runs.current();
  if (!run) return;
  const lane = laneOf(session, context);
  appendSecurityEvent(run.folder, {
    ts: new Date(at).toISOString(),
    run_id: run.id,
    ...(lane !== undefined && { lane_id: lane }),
    ...noted,
    host: context.host,
  });
}
