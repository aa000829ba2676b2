import type { PhaseView, PlanView } from "../planning/types.ts";
import type { Place } from "../run/entry.ts";
import { redact } from "../run/redact.ts";
import { type PointState, placeKey, type RunState } from "../run/state.ts";
import { type Point, type Step, stepOf } from "./points.ts";

/**
 * One stop on the way of a phase: a loop point that is entered and closed, or the piece of work between two points
 * that leaves an artifact behind.
 */
export type Station =
  | { readonly kind: "point"; readonly step: Step; readonly place: Place }
  | { readonly kind: "context"; readonly step: "discuss" }
  | { readonly kind: "plans"; readonly step: "plan" }
  | { readonly kind: "wave"; readonly step: "execute"; readonly wave: number; readonly plans: readonly PlanView[] }
  | { readonly kind: "verification"; readonly step: "verify" }
  | { readonly kind: "completion"; readonly step: "ship" };

/** All stations of a phase in order. Waves come from its plans. */
export function stationsOf(phase: PhaseView): readonly Station[] {
  const at = (point: Point, wave?: number): Station => ({
    kind: "point",
    step: stepOf(point),
    place: wave === undefined ? { phase: phase.id, point } : { phase: phase.id, point, wave },
  });
  return [
    at("discuss:pre"),
    { kind: "context", step: "discuss" },
    at("discuss:post"),
    at("plan:pre"),
    { kind: "plans", step: "plan" },
    at("plan:post"),
    at("execute:pre"),
    ...wavesOf(phase).flatMap(([wave, plans]): Station[] => [
      at("execute:wave:pre", wave),
      { kind: "wave", step: "execute", wave, plans },
      at("execute:wave:post", wave),
    ]),
    at("execute:post"),
    at("verify:pre"),
    { kind: "verification", step: "verify" },
    at("verify:post"),
    at("ship:pre"),
    { kind: "completion", step: "ship" },
    at("ship:post"),
  ];
}

function wavesOf(phase: PhaseView): readonly (readonly [number, readonly PlanView[]])[] {
  const waves = new Map<number, PlanView[]>();
  for (const plan of phase.plans) waves.set(plan.wave, [...(waves.get(plan.wave) ?? []), plan]);
  return [...waves].sort(([a], [b]) => a - b);
}

/** What the record and the files together say about a station. */
export interface StationFacts {
  readonly phase: PhaseView;
  readonly run: RunState | null;
  /** The phase was completed by a recorded transition, or STATE has moved past it. */
  readonly shipped: boolean;
}

export function isPassed(station: Station, facts: StationFacts): boolean {
  switch (station.kind) {
    case "context":
      return facts.phase.artifacts.CONTEXT !== undefined || facts.phase.plans.length > 0;
    case "plans":
      return facts.phase.plans.length > 0;
    case "wave":
      return station.plans.every((plan) => plan.done);
    case "verification":
      return facts.phase.complete && hasEvidence(facts);
    case "completion":
      return facts.shipped;
    case "point":
      return isPointPassed(station.place, facts);
  }
}

export function pointState(run: RunState | null, place: Place): PointState | null {
  return run?.points.get(placeKey(place)) ?? null;
}

/** Every check that the plans name now was run by the engine and passed when it was run last. */
function hasEvidence({ run, phase }: StationFacts): boolean {
  const checks = run?.checks.filter((check) => check.phase === phase.id) ?? [];
  const last = new Map(checks.map((check) => [check.command_redacted, check.passed]));
  const asked = phase.plans.flatMap((plan) => plan.checks);
  return asked.length > 0 && asked.every((command) => last.get(redact(command)) === true);
}

/**
 * A point is passed when the record closed it. A point of a step that this run never entered counts as closed by
 * others once the step's work is there: people and other tools may move the files on without us.
 */
function isPointPassed(place: Place, facts: StationFacts): boolean {
  const state = pointState(facts.run, place);
  if (state) return state.closedBy !== null;
  return !wasEnteredHere(place, facts) && isWorkDoneByOthers(place, facts);
}

function wasEnteredHere(place: Place, { run }: StationFacts): boolean {
  const step = stepOf(place.point as Point);
  for (const { place: entered } of run?.points.values() ?? []) {
    if (entered.phase !== place.phase || stepOf(entered.point as Point) !== step) continue;
    if (place.wave === undefined || entered.wave === place.wave) return true;
  }
  return false;
}

function isWorkDoneByOthers(place: Place, facts: StationFacts): boolean {
  const { phase } = facts;
  const planned = phase.plans.length > 0;
  switch (stepOf(place.point as Point)) {
    case "discuss":
      return planned || phase.artifacts.CONTEXT !== undefined;
    case "plan":
      return planned;
    case "execute":
      return (
        planned && phase.plans.every((plan) => plan.done || (place.wave !== undefined && plan.wave !== place.wave))
      );
    case "verify":
      return phase.complete && hasEvidence(facts);
    case "ship":
      return facts.shipped;
  }
}
