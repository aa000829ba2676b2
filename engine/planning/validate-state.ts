import { normalPhaseId } from "./phase-id.ts";
import { countProgress } from "./progress.ts";
import type { PlanningSnapshot } from "./types.ts";

export interface StateValidation {
  readonly valid: boolean;
  readonly warnings: readonly string[];
  readonly scope: "complete" | "truncated" | "unscoped" | "unreadable";
}

/** What STATE.md says and the roadmap or the disk contradict. */
export function validateState(snapshot: PlanningSnapshot): StateValidation {
  const { state, phases, roadmap } = snapshot;
  const warnings: string[] = [];
  if (state === null) warnings.push("STATE.md is not there or cannot be read.");
  const current = state?.currentPhase == null ? null : normalPhaseId(state.currentPhase);
  const phase = phases.find((candidate) => candidate.id === current);
  if (current !== null && phase === undefined) {
    warnings.push(`STATE.md is at phase ${state?.currentPhase}, which the roadmap does not have.`);
  }
  if (phase !== undefined && state?.currentPhaseName != null && state.currentPhaseName !== phase.name) {
    warnings.push(`STATE.md calls phase ${phase.number} "${state.currentPhaseName}", the roadmap "${phase.name}".`);
  }
  const plan = state?.plan ?? null;
  if (phase !== undefined && plan !== null && phase.plans.length > 0 && plan.total !== phase.plans.length) {
    warnings.push(`STATE.md counts ${plan.total} plans in phase ${phase.number}, the disk ${phase.plans.length}.`);
  }
  for (const field of state === null ? [] : countProgress(snapshot, null).preserved) {
    warnings.push(`STATE.md records a higher ${field} than the disk shows.`);
  }
  for (const { level, path, message } of snapshot.diagnostics) {
    if (level === "error" && path === `${snapshot.folder}/STATE.md`) warnings.push(message);
  }
  return { valid: warnings.length === 0, warnings, scope: roadmap?.scope ?? "unreadable" };
}
