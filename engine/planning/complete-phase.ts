import { claims } from "./claim.ts";
import { completeRequirements } from "./edit-requirements.ts";
import { setProgressRow, tickPhase, tickPlans } from "./edit-roadmap.ts";
import { normalPhaseId } from "./phase-id.ts";
import { countProgress, type Progress } from "./progress.ts";
import {
  changeState,
  type Desk,
  type Draft,
  dateOf,
  findPhase,
  isRefusal,
  roadmapFocus,
  type StateEdit,
} from "./transition-desk.ts";
import { refuse, type TransitionOf, type TransitionRefusal } from "./transition-types.ts";
import type { PhaseView, PlanningSnapshot } from "./types.ts";
import { judgeUat } from "./uat-verdict.ts";

/**
 * Closes a phase in ROADMAP.md, REQUIREMENTS.md and STATE.md. Refused unless every plan has a summary that does not
 * say `blocked`, the verification report says `passed` and is fresh, and every acceptance test has passed.
 */
export function completePhase(desk: Desk, args: TransitionOf<"complete-phase">): Draft {
  const snapshot = desk.snapshot();
  const phase = findPhase(snapshot, args.phase);
  if (isRefusal(phase)) return phase;
  const refusal = refusalOf(desk, phase, snapshot);
  if (refusal !== null) return refusal;
  const roadmap = roadmapText(desk, phase);
  const requirements = desk.text(desk.paths.requirements);
  const met = requirements === null ? null : completeRequirements(requirements, phase.requirements, phase.id);
  const next = snapshot.phases.find((other) => other.id !== phase.id && !isClosed(other)) ?? null;
  const progress = countProgress(snapshot, phase.id);
  const state = stateText(desk, phase, next, progress);
  if (!state.ok) return state;
  return {
    ok: true,
    texts: {
      ...(roadmap === null ? {} : { [desk.paths.roadmap]: roadmap }),
      ...(met === null ? {} : { [desk.paths.requirements]: met.text }),
      [desk.paths.state]: state.text,
      ...(claims(desk.text(desk.paths.claim), phase.id) ? { [desk.paths.claim]: null } : {}),
    },
    data: {
      completed_phase: phase.number,
      phase_name: phase.name,
      plans_executed: `${phase.plans.length}/${phase.plans.length}`,
      next_phase: next?.number ?? null,
      next_phase_name: next?.name ?? null,
      is_last_phase: next === null,
      date: dateOf(desk.now),
      roadmap_updated: roadmap !== desk.text(desk.paths.roadmap),
      state_updated: state.text !== desk.text(desk.paths.state),
      requirements_updated: met !== null && met.text !== requirements,
      requirements_completed: met?.completed ?? [],
      requirements_unknown: met?.unknown ?? [],
      preserved: progress.preserved,
    },
  };
}

function refusalOf(desk: Desk, phase: PhaseView, snapshot: PlanningSnapshot): TransitionRefusal | null {
  if (snapshot.diagnostics.some((diagnostic) => diagnostic.code === "roadmap_truncated")) {
    return refuse("roadmap_truncated", "The end of ROADMAP.md could not be read.", "Close the open fence or comment.");
  }
  const open = phase.plans.filter((plan) => !plan.done).map((plan) => plan.id);
  const { status, file } = phase.verification;
  const problems: string[] = [];
  if (phase.plans.length === 0) problems.push("it has no plans");
  if (open.length > 0) problems.push(`these plans have no finished summary: ${open.join(", ")}`);
  if (!phase.complete) problems.push(`its verification is ${status}${file === null ? "" : ` (${file})`}`);
  if (problems.length === 0) return uatRefusal(desk, phase);
  problems.push(...unreadIn(phase, snapshot));
  const uncovered = phase.plans.length === 0 || open.length > 0;
  return refuse(
    uncovered ? "phase_plan_coverage_incomplete" : "phase_verification_incomplete",
    `Phase ${phase.number} is not complete: ${problems.join("; ")}.`,
    uncovered ? `Execute the open plans of phase ${phase.number}, then verify it.` : `Verify phase ${phase.number}.`,
  );
}

/** What could not be read of the phase's folder is why something is missing. */
function unreadIn({ directory }: PhaseView, { diagnostics }: PlanningSnapshot): string[] {
  return diagnostics
    .filter(({ level, path }) => level === "error" && directory !== null && `${path}/`.startsWith(`${directory}/`))
    .map(({ message }) => message.replace(/\.$/, ""));
}

function uatRefusal(desk: Desk, phase: PhaseView): TransitionRefusal | null {
  const { blockers } = judgeUat(phase, desk);
  if (blockers.length === 0) return null;
  return refuse(
    "phase_uat_incomplete",
    `Phase ${phase.number} is not accepted: ${blockers.join(" ")}`,
    `Finish the acceptance tests of phase ${phase.number}.`,
  );
}

function isClosed(phase: PhaseView): boolean {
  return phase.complete || (phase.ticked && phase.directory === null);
}

function roadmapText(desk: Desk, phase: PhaseView): string | null {
  const text = desk.text(desk.paths.roadmap);
  if (text === null) return null;
  const focus = roadmapFocus(desk);
  const ticked = tickPlans(
    tickPhase(text, phase.id, focus),
    phase.plans.map((plan) => plan.id),
  );
  const plans = `${phase.plans.length}/${phase.plans.length}`;
  const row = setProgressRow(ticked, phase.id, { plans, status: "Complete" }, focus);
  return row === text ? text : setProgressRow(row, phase.id, { completed: dateOf(desk.now) }, focus);
}

/** STATE.md moves on only from the phase that is completed: work on another one is not interrupted. */
function stateText(desk: Desk, phase: PhaseView, next: PhaseView | null, progress: Progress): StateEdit {
  const { state, phases } = desk.snapshot();
  const current = state?.currentPhase ?? null;
  const moves = current === null || normalPhaseId(current) === phase.id;
  const total = Math.max(phases.length, progress.totalPhases);
  const activity = `completed phase ${phase.number}`;
  if (!moves) return changeState(desk, { fields: {}, position: {}, progress, activity });
  if (next === null) {
    const position = { Status: "All phases complete" };
    return changeState(desk, { fields: { status: "completed" }, position, progress, activity });
  }
  return changeState(desk, {
    fields: { current_phase: next.number, current_phase_name: next.name, status: "planning" },
    position: {
      Phase: `${next.number} of ${total} (${next.name})`,
      Plan: `0 of ${next.plans.length} in current phase`,
      Status: "Ready to plan",
    },
    progress,
    activity,
  });
}
