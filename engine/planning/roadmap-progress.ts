import { setProgressRow, tickPlans } from "./edit-roadmap.ts";
import { planCount, summaryCount } from "./phase-status.ts";
import { type Desk, type Draft, findPhase, isRefusal, roadmapFocus } from "./transition-desk.ts";
import { refuse, type TransitionOf } from "./transition-types.ts";

/** Brings a phase's row of the progress table, and the ticks of its plans, in line with what lies on disk. */
export function updateRoadmapProgress(desk: Desk, args: TransitionOf<"roadmap-progress">): Draft {
  const path = desk.paths.roadmap;
  const before = desk.text(path);
  if (before === null) return refuse("roadmap_missing", `There is no ${path}.`, "Write the roadmap first.");
  const phase = findPhase(desk.snapshot(), args.phase);
  if (isRefusal(phase)) return phase;
  const plans = planCount(phase);
  const done = summaryCount(phase);
  const status = phase.complete ? "Complete" : done > 0 ? "In progress" : "Not started";
  const finished = phase.plans.filter((plan) => plan.done).map((plan) => plan.id);
  const text = setProgressRow(
    tickPlans(before, finished),
    phase.id,
    { plans: `${done}/${plans}`, status },
    roadmapFocus(desk),
  );
  return {
    ok: true,
    texts: { [path]: text },
    data: {
      updated: text !== before,
      phase: phase.number,
      plan_count: plans,
      summary_count: done,
      status,
      complete: phase.complete,
      verification_stale_check_indeterminate: false,
    },
  };
}
