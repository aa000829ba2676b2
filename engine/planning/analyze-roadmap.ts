import type { Json } from "../json.ts";
import { diskStatus, planCount, planPercent, summaryCount, total } from "./phase-status.ts";
import type { PhaseView, PlanningSnapshot, RoadmapView } from "./types.ts";

/** The roadmap against what is on disk, in the reference's fields. */
export function analyzeRoadmap(snapshot: PlanningSnapshot, roadmap: RoadmapView): { readonly [key: string]: Json } {
  const { phases } = snapshot;
  const first = (wanted: readonly string[]) =>
    phases.find((phase) => wanted.includes(diskStatus(phase)))?.number ?? null;
  return {
    milestones: roadmap.milestones.map(({ heading, version }) => ({ heading, version })),
    phases: phases.map(analyzePhase),
    phase_count: phases.length,
    completed_phases: phases.filter((phase) => phase.complete).length,
    total_plans: total(phases, planCount),
    total_summaries: total(phases, summaryCount),
    progress_percent: roadmap.scope === "complete" ? planPercent(phases) : null,
    progress_scope: roadmap.scope,
    current_phase: first(["planned", "partial"]),
    next_phase: first(["empty", "no_directory", "discussed", "researched"]),
    missing_phase_details: roadmap.missingDetails.length > 0 ? [...roadmap.missingDetails] : null,
    scope: roadmap.scope,
  };
}

function analyzePhase(phase: PhaseView): Json {
  return {
    number: phase.number,
    name: phase.name,
    goal: phase.goal,
    mode: phase.mode,
    depends_on: phase.dependsOn,
    plan_count: planCount(phase),
    summary_count: summaryCount(phase),
    has_context: phase.artifacts.CONTEXT !== undefined,
    has_research: phase.artifacts.RESEARCH !== undefined,
    disk_status: diskStatus(phase),
    roadmap_complete: phase.ticked,
    context_scope: "complete",
  };
}
