import type { JsonObject } from "../json.ts";
import { ORPHAN_RESULT } from "../run/open-calls.ts";

/** Whether a line is a tool call of the lead. Orphans and calls of lanes are none. */
export function isLeadCall(event: JsonObject): boolean {
  return (
    event.event === "tool_call" &&
    event.lane_id === undefined &&
    event.latency_ms !== -1 &&
    event.result_excerpt_redacted !== ORPHAN_RESULT
  );
}

export function timeOf(event: JsonObject): number {
  return typeof event.ts === "string" ? Date.parse(event.ts) : Number.NaN;
}
