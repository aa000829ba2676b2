import type { JsonObject } from "../json.ts";

/** Whether a run has earned a reflection: a named worker stopped, something was edited, and nothing went wrong. */
export function reflectsAfterTurn(events: readonly JsonObject[]): boolean {
  return events.some(isWorkerStop) && events.some(isEdit) && !events.some(isFailure);
}

export interface WorkerReflectionFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stops: number;
  readonly hasSpec: boolean;
}

/** The same after a worker, for teams that ask for it. */
export function reflectsAfterWorker({ env, stops, hasSpec }: WorkerReflectionFacts): boolean {
  return env.GUILD_ENABLE_DEVTEAM_REFLECT === "1" && stops >= 3 && hasSpec;
}

/** A worker's stop in the legacy form, or in the log with a lane or a name. */
export function isWorkerStop({ event, hook_name: hook, specialist, lane_id: lane }: JsonObject): boolean {
  if (event === "SubagentStop") return isNamed(specialist);
  return event === "hook_event" && hook === "SubagentStop" && (isNamed(specialist) || isNamed(lane));
}

function isNamed(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function isEdit({ event, tool }: JsonObject): boolean {
  return (event === "tool_call" || event === "PostToolUse") && (tool === "Edit" || tool === "Write");
}

function isFailure({ ok, status }: JsonObject): boolean {
  return ok === false || status === "err";
}
