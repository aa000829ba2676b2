import type { ProjectContext } from "../loop/context.ts";

/** A guard of the lifecycle, by the section of the settings that it has. */
export type GuardName =
  | "lifecycle_gate"
  | "lean_lead"
  | "skill_nudge"
  | "handoff_lint"
  | "reflection"
  | "learning"
  | "agent_team";

/** The guards that can refuse. */
export type BlockingGuard = "lifecycle_gate" | "handoff_lint" | "agent_team";

/** Whether a guard is at work here. */
export function isOn(name: GuardName, { setting }: ProjectContext): boolean {
  return setting(`${name}.enabled`);
}

/** Whether a guard refuses; else it advises. */
export function isBlocking(name: BlockingGuard, { setting }: ProjectContext): boolean {
  return setting(`${name}.enforce`) === "block";
}
