import type { Json } from "../json.ts";

/** How a loop action ended. A refusal is an expected answer; it says what to do instead. */
export type Outcome =
  | { readonly ok: true; readonly data: Json; readonly text: string; readonly degraded?: true }
  | {
      readonly ok: false;
      /** A `RefusalReason`, or the word of the planning transition that refused. */
      readonly reason: string;
      readonly message: string;
      readonly remedy: string;
      readonly data?: Json;
    };

/**
 * - `no_run`: no run is open in this project.
 * - `run_not_held`, `run_revoked`: the environment names a run that this process may not write to, or no longer.
 * - `no_project`: there is no `.planning/`, or it names no phase.
 * - `step_order`: the loop stands elsewhere.
 * - `settings_unread`: config.json cannot be read, so it is not known which gates hold.
 * - `point_not_open`: the point was not entered, or is closed.
 * - `ticket_unknown`: the point has no such ticket.
 * - `ticket_is_gate`: a gate is settled by the engine's own evaluation only.
 * - `reason_missing`: failed and skipped need a reason.
 * - `proof_missing`: said to be done, but what it leaves behind is not there, or no check stands behind it.
 * - `tickets_open`: the point has unanswered tickets.
 * - `gate_shut`: the engine evaluated a gate of the point and it is shut.
 * - `evidence_failed`: a check that the engine ran did not pass.
 * - `human_needed`: what is left can only be judged by a person.
 * - `not_allowed`: this caller may not do that.
 * - `usage`: an argument is not what the command takes.
 * - `unknown`: what was asked for cannot be answered; the message says why.
 * - `phase_not_found`: neither the roadmap nor the disk has that phase.
 * - `file_not_found`: the named file is not there, or not in the project.
 * - `config_key_not_found`, `config_invalid_key`, `config_parse_failed`: about one key of the settings, or their file.
 * - `write_refused`: the file to be changed cannot be read as what it should be.
 */
export type RefusalReason =
  | "no_run"
  | "run_not_held"
  | "run_revoked"
  | "no_project"
  | "step_order"
  | "settings_unread"
  | "point_not_open"
  | "ticket_unknown"
  | "ticket_is_gate"
  | "reason_missing"
  | "proof_missing"
  | "tickets_open"
  | "gate_shut"
  | "evidence_failed"
  | "human_needed"
  | "not_allowed"
  | "usage"
  | "unknown"
  | "phase_not_found"
  | "file_not_found"
  | "config_key_not_found"
  | "config_invalid_key"
  | "config_parse_failed"
  | "write_refused";

export function refuse(reason: RefusalReason, message: string, remedy: string, data?: Json): Outcome {
  return data === undefined ? { ok: false, reason, message, remedy } : { ok: false, reason, message, remedy, data };
}

/** An answer that itself says what is missing, as the reference gives it: no refusal, and no success either. */
export function degraded(error: string, data: { readonly [key: string]: Json } = {}): Outcome {
  return { ok: true, data: { error, ...data }, text: error, degraded: true };
}
