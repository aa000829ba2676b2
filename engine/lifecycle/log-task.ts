import type { SessionRef } from "../event.ts";
import type { RunLog } from "../run/run-log.ts";

export interface TaskLine {
  readonly hook: "TaskCreated" | "TaskCompleted" | "TeammateIdle";
  readonly status: "ok" | "err";
  readonly payload: string;
}

/** Notes a check of the team in the run's log. */
export function logTask(
  run: RunLog,
  event: { readonly session: SessionRef; readonly at: number },
  line: TaskLine,
): void {
  const fields = { payload_excerpt_redacted: line.payload, latency_ms: 0, status: line.status };
  run.append("hook_event", { hook_name: line.hook, ...fields, session_id: event.session.id }, event.at);
}
