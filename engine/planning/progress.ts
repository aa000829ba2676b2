import type { JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import type { PhaseView, PlanningSnapshot } from "./types.ts";

export interface Progress {
  readonly totalPhases: number;
  readonly completedPhases: number;
  readonly totalPlans: number;
  readonly completedPlans: number;
  /** The smaller of the two ratios, rounded down. */
  readonly percent: number;
  /** Fields whose old, higher value was kept: progress never goes down by itself. */
  readonly preserved: readonly string[];
}

/**
 * Counts what is done. A phase whose directory is gone counts by its tick; one whose directory is there counts by its
 * verification only. `completing` counts as complete. Counted `afresh`, what STATE.md records does not matter.
 */
export function countProgress(
  snapshot: PlanningSnapshot,
  completing: string | null,
  from: "recorded" | "afresh" = "recorded",
): Progress {
  const { phases } = snapshot;
  const isDone = (phase: PhaseView) =>
    phase.complete || phase.id === completing || (phase.ticked && phase.directory === null);
  const plans = phases.flatMap((phase) => phase.plans);
  const preserved: string[] = [];
  const atLeast = (field: string, counted: number) => {
    const old = from === "afresh" ? 0 : recorded(snapshot.state?.fields, field);
    if (old <= counted) return counted;
    preserved.push(`progress.${field}`);
    return old;
  };
  const completedPhases = atLeast("completed_phases", phases.filter(isDone).length);
  const completedPlans = atLeast("completed_plans", plans.filter((plan) => plan.done).length);
  const totalPhases = Math.max(phases.length, completedPhases);
  const totalPlans = Math.max(plans.length, completedPlans);
  const ratios = [ratio(completedPhases, totalPhases), ratio(completedPlans, totalPlans)];
  const percent = totalPlans === 0 ? ratio(completedPhases, totalPhases) : Math.min(...ratios);
  return { totalPhases, completedPhases, totalPlans, completedPlans, percent: Math.floor(percent * 100), preserved };
}

/** The front matter fields of STATE.md that show it. */
export function progressFields(progress: Progress): Record<string, number> {
  return {
    "progress.total_phases": progress.totalPhases,
    "progress.completed_phases": progress.completedPhases,
    "progress.total_plans": progress.totalPlans,
    "progress.completed_plans": progress.completedPlans,
    "progress.percent": progress.percent,
  };
}

function recorded(fields: JsonObject | undefined, name: string): number {
  const progress = fields?.progress;
  const value = isJsonObject(progress) ? progress[name] : undefined;
  return typeof value === "string" && /^\d{1,6}$/.test(value) ? Number(value) : 0;
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
