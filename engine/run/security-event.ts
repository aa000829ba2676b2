import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { cleanFields } from "./clean-fields.ts";

export interface SecurityEvent {
  readonly ts: string;
  readonly run_id: string;
  readonly lane_id?: string;
  readonly event_type: string;
  readonly decision: "ask" | "deny" | "allow" | "pass" | "blocked" | "degraded";
  readonly tool: string;
  readonly detail: string;
  readonly host: string;
}

/** Adds a line to the security log of a run. A failing log never changes a decision: then the answer is false. */
export function appendSecurityEvent(folder: string, event: SecurityEvent): boolean {
  const line = JSON.stringify({ schema_version: "guild.security_event.v1", ...cleanFields(event) });
  try {
    mkdirSync(join(folder, "logs"), { recursive: true });
    appendFileSync(join(folder, "logs", "security-events.jsonl"), `${line}\n`);
    return true;
  } catch {
    // The decision that it tells of stands either way.
    return false;
  }
}
