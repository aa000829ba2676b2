import { parsePhaseId } from "./phase-id.ts";
import type { PhaseView, PlanningSnapshot } from "./types.ts";

/** What lies on disk for a phase. */
export type DiskStatus = "complete" | "partial" | "planned" | "researched" | "discussed" | "empty" | "no_directory";

export function diskStatus(phase: PhaseView): DiskStatus {
  if (phase.complete) return "complete";
  if (summaryCount(phase) > 0) return "partial";
  if (planCount(phase) > 0) return "planned";
  if (phase.artifacts.RESEARCH !== undefined) return "researched";
  if (phase.artifacts.CONTEXT !== undefined) return "discussed";
  return phase.directory === null ? "no_directory" : "empty";
}

/** How far the work on a phase has come. */
export type WorkStatus = "complete" | "executed" | "in_progress" | "researched" | "pending" | "not_started";

export function workStatus(phase: PhaseView): WorkStatus {
  if (phase.complete) return "complete";
  if (phase.directory === null) return "not_started";
  if (planCount(phase) === 0) return phase.artifacts.RESEARCH === undefined ? "pending" : "researched";
  return isExecuted(phase) ? "executed" : "in_progress";
}

/** The word that people read. */
export function progressWord(phase: PhaseView): string {
  if (phase.complete) return "Complete";
  if (planCount(phase) === 0) return "Pending";
  if (isExecuted(phase)) return phase.verification.status === "human_needed" ? "Needs Review" : "Executed";
  return summaryCount(phase) > 0 ? "In Progress" : "Planned";
}

/** Every file that looks like a plan, also one that cannot be scheduled. */
export function planCount(phase: PhaseView): number {
  return phase.plans.length + phase.looseFiles.length;
}

/** Plans that are done; a summary that says `blocked` does not count. */
export function summaryCount(phase: PhaseView): number {
  return phase.plans.filter((plan) => plan.done).length;
}

/** Finished plans in a hundred; 0 where there is no plan. */
export function planPercent(phases: readonly PhaseView[]): number {
  const plans = total(phases, planCount);
  return plans === 0 ? 0 : Math.min(100, Math.round((total(phases, summaryCount) / plans) * 100));
}

export function total(phases: readonly PhaseView[], count: (phase: PhaseView) => number): number {
  return phases.reduce((sum, phase) => sum + count(phase), 0);
}

/** The id as the phase's folder writes it, or the roadmap's number while there is no folder. */
export function shownNumber(phase: PhaseView): string {
  return phase.directory === null ? phase.number : phase.id;
}

/** All phases with a folder, those of the roadmap and others. */
export function phasesOnDisk(snapshot: PlanningSnapshot): readonly PhaseView[] {
  return [...snapshot.phases, ...snapshot.orphans].filter((phase) => phase.directory !== null);
}

/** A decimal phase such as `02.1` was put in after its whole number. */
export function isDecimal(id: string): boolean {
  return (parsePhaseId(id)?.decimals.length ?? 0) > 0;
}

function isExecuted(phase: PhaseView): boolean {
  return planCount(phase) > 0 && summaryCount(phase) >= planCount(phase);
}
