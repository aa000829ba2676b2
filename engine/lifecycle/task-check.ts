import { readTaskWords } from "./task-words.ts";

export interface CreatedTask {
  readonly owner: string;
  readonly subject: string;
  readonly description: string;
}

export type TaskVerdict =
  | "accept"
  | "accept_with_warning"
  | "reject:no_owner"
  | "reject:no_output_contract"
  | "reject:unknown_dependency";

/** Whether a task may be handed out. `planned` are the ids that plans name; null without a plan. */
export function judgeCreatedTask(task: CreatedTask, planned: readonly string[] | null): TaskVerdict {
  if (task.owner.trim() === "") return "reject:no_owner";
  if (task.description.trim() === "") return "reject:no_output_contract";
  const wanted = readTaskWords(`${task.subject}\n${task.description}`).dependsOn;
  if (wanted.length === 0) return "accept";
  if (planned === null) return "accept_with_warning";
  const known = new Set(planned.map((id) => id.toLowerCase()));
  return wanted.every((id) => known.has(id.toLowerCase())) ? "accept" : "reject:unknown_dependency";
}

export type EnvelopeStatus = "done" | "blocked" | "escalate" | "none";

/** The status of a lane whose worker has handed in what its receipt says. */
export function laneStatusOf(status: EnvelopeStatus): "done" | "failed" {
  return status === "done" || status === "none" ? "done" : "failed";
}
