import type { JsonObject } from "../json.ts";
import { claimPhase, conflictData } from "./claim.ts";
import { setProgressRow } from "./edit-roadmap.ts";
import { countProgress } from "./progress.ts";
import {
  changeState,
  type Desk,
  type Draft,
  findPhase,
  isRefusal,
  roadmapFocus,
  stateMissing,
} from "./transition-desk.ts";
import { refuse, type TransitionOf, type TransitionRefusal } from "./transition-types.ts";
import type { PhaseView, PlanningSnapshot } from "./types.ts";

/** The plans of a phase are written: it is the current one and waits for its execution. */
export function plannedPhase(desk: Desk, args: TransitionOf<"planned-phase">): Draft {
  return enterPhase(desk, args, {
    status: "executing",
    words: () => "Ready to execute",
    activity: (phase) => `planned phase ${phase.number}`,
    plan: () => 0,
    started: false,
  });
}

/** Execution of a phase begins, or goes on where it was: at the first plan without a summary. */
export function beginPhase(desk: Desk, args: TransitionOf<"begin-phase">): Draft {
  return enterPhase(desk, args, {
    status: "executing",
    words: (phase) => `Executing Phase ${phase.number}`,
    activity: (phase) => `began phase ${phase.number}`,
    plan: (phase, plans) => Math.min(phase.plans.filter((plan) => plan.done).length + 1, plans),
    started: true,
  });
}

/** Moves the plan counter on; after the last plan the phase is ready for verification. */
export function advancePlan(desk: Desk): Draft {
  const { state, phases } = desk.snapshot();
  const text = desk.text(desk.paths.state);
  if (text === null || state === null) return stateMissing();
  const phase = state.currentPhase === null ? null : findPhase(desk.snapshot(), state.currentPhase);
  const current = phase === null || isRefusal(phase) ? null : phase;
  const counter = planCounter(text, current);
  if (counter === null) {
    return refuse("plan_unknown", "STATE.md does not say which plan is current.", "Begin the phase first.");
  }
  const { plan, total } = counter;
  const last = plan >= total;
  const outstanding = current?.plans.filter(({ done }) => !done).map(({ id }) => id) ?? [];
  if (last && outstanding.length > 0) return plansOutstanding(current?.directory ?? null, outstanding);
  const next = last ? plan : plan + 1;
  const edit = changeState(desk, {
    fields: last ? { status: "verifying" } : { current_plan: next },
    position: last
      ? { Status: "Phase complete — ready for verification" }
      : { Plan: `${next} of ${total} in current phase` },
    progress: countProgress(desk.snapshot(), null),
    activity: last ? "finished the last plan" : `moved to plan ${next} of ${total}`,
  });
  if (!edit.ok) return edit;
  const roadmap = current === null ? null : withRow(desk, current, phases.length > 0);
  const claim = claimed(desk, state.currentPhase);
  const counters = { previous_plan: plan, current_plan: next, total_plans: total, ...claim.data };
  return {
    ok: true,
    texts: { ...changed(desk, edit.text, roadmap), ...claim.texts },
    data: last ? { advanced: false, reason: "last_plan", ...counters } : { advanced: true, ...counters },
  };
}

/** The counter says that all is done, and the disk says otherwise: nothing is written. */
function plansOutstanding(directory: string | null, plans: readonly string[]): Draft {
  const data = { advanced: false, reason: "plans_outstanding", phase_dir: directory, outstanding_plans: [...plans] };
  return { ok: true, texts: {}, data };
}

interface Entry {
  readonly status: string;
  readonly words: (phase: PhaseView) => string;
  readonly activity: (phase: PhaseView) => string;
  readonly plan: (phase: PhaseView, plans: number) => number;
  readonly started: boolean;
}

function enterPhase(
  desk: Desk,
  args: { readonly phase: string; readonly name?: string; readonly plans?: number },
  entry: Entry,
): Draft {
  const snapshot = desk.snapshot();
  const phase = findPhase(snapshot, args.phase);
  if (isRefusal(phase)) return phase;
  const broken = brokenGraph(snapshot, phase);
  if (broken !== null) return broken;
  const plans = args.plans ?? phase.plans.length;
  const name = args.name ?? phase.name;
  const plan = entry.plan(phase, plans);
  const edit = changeState(desk, {
    fields: {
      current_phase: phase.number,
      current_phase_name: name,
      status: entry.status,
      ...(entry.started ? { current_plan: plan } : {}),
    },
    position: {
      Phase: `${phase.number} of ${snapshot.phases.length} (${name})`,
      Plan: `${plan} of ${plans} in current phase`,
      Status: entry.words(phase),
    },
    progress: countProgress(snapshot, null),
    activity: entry.activity(phase),
  });
  if (!edit.ok) return edit;
  const roadmap = withRow(desk, phase, entry.started);
  const claim = claimed(desk, phase.number);
  return {
    ok: true,
    texts: { ...changed(desk, edit.text, roadmap), ...claim.texts },
    data: { phase: phase.number, phase_name: name, plan_count: plans, ...claim.data },
  };
}

/** Plans that wait for each other, or share an id, cannot be executed in any order. */
function brokenGraph(snapshot: PlanningSnapshot, phase: PhaseView): TransitionRefusal | null {
  const broken = snapshot.diagnostics.find(
    ({ code, path }) => UNORDERED.has(code) && phase.plans.some((plan) => plan.file === path),
  );
  if (broken === undefined) return null;
  return refuse(broken.code, `${broken.message} (${broken.path})`, broken.remedy ?? "Correct the plans.");
}

const UNORDERED: ReadonlySet<string> = new Set(["plan_dependency_cycle", "plan_id_collision"]);

function changed({ paths }: Desk, state: string, roadmap: string | null): Record<string, string> {
  return roadmap === null ? { [paths.state]: state } : { [paths.state]: state, [paths.roadmap]: roadmap };
}

function claimed(desk: Desk, phase: string | null): { texts: Record<string, string>; data: JsonObject } {
  if (phase === null) return { texts: {}, data: { milestone_conflict: null } };
  const own = { phase, session: desk.session, pid: process.pid, updated_at: desk.now };
  const { conflict, text } = claimPhase(desk.text(desk.paths.claim), own);
  const data = { milestone_conflict: conflictData(conflict) };
  return { texts: text === null ? {} : { [desk.paths.claim]: text }, data };
}

function withRow(desk: Desk, phase: PhaseView, started: boolean): string | null {
  const text = desk.text(desk.paths.roadmap);
  if (text === null || phase.plans.length === 0 || phase.complete) return text;
  const plans = `${phase.plans.filter((plan) => plan.done).length}/${phase.plans.length}`;
  const cells = started ? ({ plans, status: "In progress" } as const) : { plans };
  return setProgressRow(text, phase.id, cells, roadmapFocus(desk));
}

function planCounter(text: string, phase: PhaseView | null): { readonly plan: number; readonly total: number } | null {
  const line = /^[ \t]*(?:\*\*)?Plan:(?:\*\*)?[ \t]*(\d{1,4})\s+of\s+(\d{1,4})/m.exec(text);
  if (line === null) return null;
  const total = phase !== null && phase.plans.length > 0 ? phase.plans.length : Number(line[2]);
  return { plan: Number(line[1]), total };
}
