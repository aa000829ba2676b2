import type { Requirement } from "./requirements.ts";
import type { PhaseView, PlanningSnapshot } from "./types.ts";

/** Requirements that are open: met by their phases, or waiting for one of them. */
export interface ReadyRequirements {
  readonly ready: readonly string[];
  readonly blocked: readonly { readonly id: string; readonly by: string }[];
}

/** An open requirement is ready when every phase that it belongs to is verified. */
export function readyRequirements(snapshot: PlanningSnapshot, requirements: readonly Requirement[]): ReadyRequirements {
  const ready: string[] = [];
  const blocked: { id: string; by: string }[] = [];
  for (const requirement of requirements) {
    if (requirement.complete) continue;
    const phases = snapshot.phases.filter((phase) => belongs(phase, requirement));
    const open = phases.filter((phase) => !phase.complete).map((phase) => phase.number);
    if (phases.length > 0 && open.length === 0) ready.push(requirement.id);
    else blocked.push({ id: requirement.id, by: open.length > 0 ? `phase ${open.join(", ")}` : "no phase names it" });
  }
  return { ready, blocked };
}

function belongs(phase: PhaseView, { id, phase: traced }: Requirement): boolean {
  return (
    traced === phase.id || phase.requirements.includes(id) || phase.plans.some((plan) => plan.requirements.includes(id))
  );
}
