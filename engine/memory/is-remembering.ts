import { activationOf } from "../loop/capability-states.ts";
import type { ProjectContext } from "../loop/context.ts";

/** The memory capability takes part in this project, and its switch is on. */
export function isRemembering(context: ProjectContext): boolean {
  return context.settings().isOn("memory.enabled") && activationOf(context, "memory").active;
}
