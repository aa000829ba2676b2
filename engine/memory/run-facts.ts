import type { PhaseView, PlanningSnapshot } from "../planning/types.ts";
import { oneLine } from "../run/one-line.ts";
import type { PointState, RunState } from "../run/state.ts";
import { isDirective } from "../run/untrusted.ts";
import type { NewLearning } from "./learnings.ts";
import { phaseTag } from "./phase-tag.ts";

/** What of one fact is kept, in characters. */
const LONGEST = 400;

interface Fact {
  readonly kind: "decision" | "blocker" | "verdict" | "waiver";
  readonly text: string;
  /** In normal form; null when the fact belongs to none. */
  readonly phase: string | null;
}

/**
 * What a project and its run hold as facts, oldest first: decisions and blockers of STATE.md, gates that were not
 * open, and waivers. What steers a model is left out.
 */
export function runFacts(
  snapshot: PlanningSnapshot,
  run: RunState,
  phase: string | null,
  project: string,
): readonly NewLearning[] {
  const { decisions = [], blockers = [] } = snapshot.state ?? {};
  const noted = (kind: Fact["kind"], texts: readonly string[]) =>
    texts.map((text): Fact => ({ kind, text, phase: namedPhase(text, snapshot.phases) ?? phase }));
  const facts = [
    ...noted("decision", decisions),
    ...noted("blocker", blockers),
    ...[...run.points.values()].flatMap((point) => [...verdictsOf(point), ...waiversOf(point)]),
  ];
  return facts.filter(({ text }) => !isDirective(text)).map((fact) => learningOf(fact, project));
}

function learningOf({ kind, text, phase }: Fact, project: string): NewLearning {
  return {
    source_project: project,
    context: phase === null ? kind : `${kind}, phase ${phase}`,
    learning: oneLine(text, LONGEST),
    tags: [kind, ...(phase === null ? [] : [phaseTag(phase)])],
  };
}

/** `[Phase 2]: …` says itself where it belongs. */
function namedPhase(text: string, phases: readonly PhaseView[]): string | null {
  const named = /^\[?phase\s+([\w.-]+?)\]?\s*:/i.exec(text)?.[1];
  return phases.find(({ id, number }) => id === named || number === named)?.id ?? null;
}

function verdictsOf({ place, verdicts }: PointState): readonly Fact[] {
  return [...verdicts.values()]
    .filter(({ verdict }) => verdict !== "open")
    .map(({ ticket, verdict, message }) => ({
      kind: "verdict",
      text: `${ticket} at ${place.point}: ${verdict}, ${message}`,
      phase: place.phase,
    }));
}

/** The engine alone settles gates, and skips one only for a waiver. */
function waiversOf({ place, tickets }: PointState): readonly Fact[] {
  return [...tickets.values()]
    .filter(({ entry, outcome }) => entry.kind === "gate" && outcome === "skipped")
    .map(({ entry, reason }) => ({
      kind: "waiver",
      text: `${entry.id} at ${place.point}: ${reason ?? "waived by a person"}`,
      phase: place.phase,
    }));
}
