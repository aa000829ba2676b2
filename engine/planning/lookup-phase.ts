import { normalPhaseId, phaseIdOfDirectory } from "./phase-id.ts";
import type { PhaseView, PlanningSnapshot } from "./types.ts";

/** The phase that a person means by its number, its folder's name or its folder's path; also one off the roadmap. */
export function lookupPhase(snapshot: PlanningSnapshot, text: string): PhaseView | null {
  const name = lastSegment(text);
  const phases = [...snapshot.phases, ...snapshot.orphans];
  const byId = (id: string | null) => phases.find((phase) => phase.id === id) ?? null;
  return byId(normalPhaseId(name)) ?? byId(phaseIdOfDirectory(name));
}

/** The id in what a person wrote for a phase that is not there, or what they wrote. */
export function phaseNamed(text: string): string {
  const name = lastSegment(text);
  return phaseIdOfDirectory(name) ?? name;
}

function lastSegment(path: string): string {
  const trimmed = path.trim().replace(/[\\/]+$/, "");
  return trimmed.split(/[\\/]/).at(-1) ?? "";
}
