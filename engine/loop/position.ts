import { normalPhaseId } from "../planning/phase-id.ts";
import type { PhaseView, PlanningSnapshot } from "../planning/types.ts";
import type { RunState } from "../run/state.ts";
import { isPassed, type Station, stationsOf } from "./stations.ts";

/** Where the project stands. `at` is the first station that is not passed yet. */
export type Position =
  | { readonly kind: "no-project" }
  | { readonly kind: "no-phases" }
  | { readonly kind: "all-complete" }
  | {
      readonly kind: "in-phase";
      readonly phase: PhaseView;
      readonly at: Station;
      readonly stations: readonly Station[];
    };

export function positionOf(snapshot: PlanningSnapshot, run: RunState | null): Position {
  if (!snapshot.exists) return { kind: "no-project" };
  if (snapshot.phases.length === 0) return { kind: "no-phases" };
  const open = snapshot.phases.flatMap((phase) => {
    const facts = { phase, run, shipped: isShipped(phase, snapshot) };
    const stations = stationsOf(phase);
    const at = stations.find((station) => !isPassed(station, facts));
    return at && (isUnderway(phase, run) || !isLeftBehind(phase, snapshot)) ? [{ phase, at, stations }] : [];
  });
  const chosen = choose(open, snapshot, run);
  return chosen ? { kind: "in-phase", ...chosen } : { kind: "all-complete" };
}

interface OpenPhase {
  readonly phase: PhaseView;
  readonly at: Station;
  readonly stations: readonly Station[];
}

/**
 * What the run is at comes first, then other unfinished work, then the phase that STATE names, then the lowest one
 * that is open.
 */
function choose(open: readonly OpenPhase[], snapshot: PlanningSnapshot, run: RunState | null): OpenPhase | undefined {
  const underway = open.find(({ phase }) => isUnderway(phase, run));
  const started = open.find(({ phase }) => phase.plans.some((plan) => !plan.done));
  const current = open.find(({ phase }) => phase.id === currentPhaseId(snapshot));
  return underway ?? started ?? current ?? open[0];
}

function isUnderway(phase: PhaseView, run: RunState | null): boolean {
  return run?.step?.phase === phase.id;
}

function isShipped(phase: PhaseView, snapshot: PlanningSnapshot): boolean {
  return phase.complete && (phase.ticked || isBefore(phase, snapshot));
}

/** Complete by its report and behind the phase that STATE names: nothing is owed there any more. */
function isLeftBehind(phase: PhaseView, snapshot: PlanningSnapshot): boolean {
  return phase.complete && isBefore(phase, snapshot);
}

function isBefore(phase: PhaseView, snapshot: PlanningSnapshot): boolean {
  const order = snapshot.phases.map(({ id }) => id);
  const current = currentPhaseId(snapshot);
  return current !== null && order.indexOf(phase.id) < order.indexOf(current);
}

function currentPhaseId({ state }: PlanningSnapshot): string | null {
  return state?.currentPhase == null ? null : normalPhaseId(state.currentPhase);
}
