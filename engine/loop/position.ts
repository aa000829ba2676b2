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

/**
 * What the run is at comes first, then other unfinished work, then the phase that STATE names, then the lowest one
 * that is open.
 */
export function positionOf(snapshot: PlanningSnapshot, run: RunState | null): Position {
  if (!snapshot.exists) return { kind: "no-project" };
  const { phases } = snapshot;
  if (phases.length === 0) return { kind: "no-phases" };
  const currentId = currentPhaseId(snapshot);
  const current = phases.findIndex(({ id }) => id === currentId);
  const openPhase = (isWanted: (phase: PhaseView, index: number) => boolean) =>
    phases.find((phase, index) => isWanted(phase, index) && openStation(phase, index < current, run) !== undefined);
  const phase =
    openPhase((phase) => isUnderway(phase, run)) ??
    openPhase(({ plans }) => plans.some((plan) => !plan.done)) ??
    openPhase((_, index) => index === current) ??
    openPhase(() => true);
  if (phase === undefined) return { kind: "all-complete" };
  const at = openStation(phase, phases.indexOf(phase) < current, run);
  return at ? { kind: "in-phase", phase, at, stations: stationsOf(phase) } : { kind: "all-complete" };
}

/** The first station that is not passed. A phase that is complete and behind the one that STATE names owes nothing. */
function openStation(phase: PhaseView, isBehind: boolean, run: RunState | null): Station | undefined {
  if (phase.complete && isBehind && !isUnderway(phase, run)) return undefined;
  const facts = { phase, run, shipped: phase.complete && (phase.ticked || isBehind) };
  return stationsOf(phase).find((station) => !isPassed(station, facts));
}

function isUnderway(phase: PhaseView, run: RunState | null): boolean {
  return run?.step?.phase === phase.id;
}

function currentPhaseId({ state }: PlanningSnapshot): string | null {
  return state?.currentPhase == null ? null : normalPhaseId(state.currentPhase);
}
