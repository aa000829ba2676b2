import type { JsonObject } from "../json.ts";
import type { LaneChange } from "../run/run-lanes.ts";

export interface LaneResumeFacts extends Pick<LaneChange, "tier" | "attempt" | "depends_on" | "receipt_ref"> {
  readonly run: string;
  readonly lane: string;
  readonly specialist: string;
  readonly subject: string | null;
  /** An excerpt that is fit for disk. */
  readonly error: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** Where a dead lane says what a resume needs, relative to the run's folder. */
export function laneResumeFile(lane: string): string {
  return `lanes/${lane}/resume.json`;
}

/**
 * The content of `lanes/<id>/resume.json` (`guild.lane_resume.v1`), with these keys:
 * `schema_version`, `run_id`, `lane_id`, `specialist`, `subject` (what its task was called, or null), `tier` (or null),
 * `attempt` (how often it was handed out), `last_status` (`failed`), `depends_on` (ids of tasks), `receipt_ref` (path
 * below the run's folder, or null), `last_error_excerpt` (redacted, or null), `written_at` (ISO 8601), `next_action`
 * (what to do, as text). Whether the lane is still dead stands in `run-state.json`.
 */
export function composeLaneResume(facts: LaneResumeFacts): JsonObject {
  return {
    schema_version: "guild.lane_resume.v1",
    run_id: facts.run,
    lane_id: facts.lane,
    specialist: facts.specialist,
    subject: facts.subject,
    tier: facts.tier ?? null,
    attempt: facts.attempt ?? 1,
    last_status: "failed",
    depends_on: facts.depends_on ?? [],
    receipt_ref: facts.receipt_ref ?? null,
    last_error_excerpt: facts.error,
    written_at: facts.at,
    next_action: `Read the receipt and the error, mend what stopped the worker, and dispatch ${facts.specialist} again with "task-id: ${facts.lane}" in its task.`,
  };
}
