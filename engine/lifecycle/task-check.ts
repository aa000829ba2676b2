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

const DEPENDENCY = /\bdepends[- ]on:\s*([A-Za-z0-9._-]+)/gi;

/** Whether a task may be handed out. `planned` are the ids that plans name; null without a plan. */
export function judgeCreatedTask(task: CreatedTask, planned: readonly string[] | null): TaskVerdict {
  if (task.owner.trim() === "") return "reject:no_owner";
  if (task.description.trim() === "") return "reject:no_output_contract";
  const wanted = dependenciesOf(`${task.subject}\n${task.description}`);
  if (wanted.length === 0) return "accept";
  if (planned === null) return "accept_with_warning";
  const known = new Set(planned.map((id) => id.toLowerCase()));
  return wanted.every((id) => known.has(id)) ? "accept" : "reject:unknown_dependency";
}

function dependenciesOf(text: string): readonly string[] {
  return [...text.matchAll(DEPENDENCY)].map(([, id = ""]) => id.toLowerCase().replace(/\.+$/, ""));
}

export type EnvelopeStatus = "done" | "blocked" | "escalate" | "none";

/** The status of a lane whose worker has handed in what its receipt says. */
export function laneStatusOf(status: EnvelopeStatus): "done" | "failed" {
  return status === "done" || status === "none" ? "done" : "failed";
}
