import { normalPhaseId, phaseIdOfDirectory } from "./phase-id.ts";
import type { PhaseView, PlanningSnapshot } from "./types.ts";

/** The phase that a person means by its number, its folder's name or its folder's path; also one off the roadmap. */
export function lookupPhase(snapshot: PlanningSnapshot, text: string): PhaseView | null {
  const name =
    text
      .trim()
      .replace(/[\\/]+$/, "")
      .split(/[\\/]/)
      .at(-1) ?? "";
  const phases = [...snapshot.phases, ...snapshot.orphans];
  const byId = (id: string | null) => phases.find((phase) => phase.id === id) ?? null;
  return byId(normalPhaseId(name)) ?? byId(phaseIdOfDirectory(name));
}
