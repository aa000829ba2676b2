import { nextStep } from "../loop/next.ts";
import type { PhaseView, PlanningSnapshot } from "../planning/types.ts";
import { oneLine } from "../run/one-line.ts";
import type { PointState, RunState } from "../run/state.ts";
import { isDirective } from "../run/untrusted.ts";

/** At most this much, in characters and in bytes of UTF-8. */
export interface CapsuleLimit {
  readonly characters: number;
  readonly bytes: number;
}

export const CAPSULE_LIMIT: CapsuleLimit = { characters: 1500, bytes: 2000 };

/**
 * What must survive compaction: who is at work on what, where the loop stands, and the one next action. A pure
 * function of what it is given; at most 1,500 characters. What a file says to steer a model is left out.
 */
export function renderCapsule(
  snapshot: PlanningSnapshot,
  run: RunState | null,
  limit: CapsuleLimit = CAPSULE_LIMIT,
  learnt: readonly string[] = [],
): string {
  const next = nextStep(snapshot, run);
  const phase = snapshot.phases.find(({ id }) => id === next.phase);
  const head = [
    "[Loopwright] State of the work, kept by the engine. Keep it word for word.",
    line("Project", snapshot.projectTitle, 80),
    line("Run", run?.id, 150),
    line("Milestone", milestone(snapshot), 80),
    line("Phase", phase && `${phase.number} of ${snapshot.phases.length}${nameOf(phase)}`, 100),
    line("Step", phase && next.step && `${next.step} phase ${phase.number}`, 40),
  ];
  const tail = [
    next.waiting === null ? null : `Waiting for a person: ${question(next.waiting)}. Do not go on before the answer.`,
    `Next action: ${isDirective(next.action) ? "ask gsd_next" : oneLine(next.action, 200)}`,
    next.call === null || isDirective(next.call) ? null : `By: ${next.call}`,
    "Ask gsd_next when unsure. Gates are opened by checks that the engine runs, not by saying so.",
  ];
  const middle = [
    line("Goal", phase?.goal, 200),
    ...(phase ? openPlans(phase) : []),
    ...openPoints(run),
    ...learnt.map((text) => line("Learnt here", text, 160)),
  ];
  return fit(head, middle, tail, limit);
}

function nameOf({ name }: PhaseView): string {
  return isDirective(name) ? "" : `: ${name}`;
}

function question(text: string): string {
  return isDirective(text) ? "their answer is owed" : oneLine(text, 250);
}

function line(name: string, value: string | null | undefined, limit: number): string | null {
  return value == null || value === "" || isDirective(value) ? null : `${name}: ${oneLine(value, limit)}`;
}

function milestone({ state }: PlanningSnapshot): string | null {
  return [state?.milestone, state?.milestoneName].filter(Boolean).join(" ") || null;
}

function openPlans(phase: PhaseView): readonly string[] {
  const open = phase.plans.filter((plan) => !plan.done).map((plan) => plan.id);
  if (phase.plans.length === 0) return [];
  return [
    `Plans done: ${phase.plans.length - open.length} of ${phase.plans.length}${open.length > 0 ? `; open: ${open.join(", ")}` : ""}`,
  ];
}

function openPoints(run: RunState | null): readonly string[] {
  return [...(run?.points.values() ?? [])]
    .filter((point) => point.closedBy === null)
    .flatMap((point) => [`Open point: ${point.place.point}${owed(point)}`, ...shutGates(point)]);
}

function owed(point: PointState): string {
  const ids = [...point.tickets.values()].filter(({ outcome }) => outcome === null).map(({ entry }) => entry.id);
  return ids.length === 0 ? "" : `, unanswered: ${ids.join(", ")}`;
}

function shutGates(point: PointState): readonly string[] {
  return [...point.verdicts.values()]
    .filter(({ verdict }) => verdict === "shut")
    .map(
      ({ ticket, message }) => `Gate shut: ${ticket}, ${isDirective(message) ? "see gsd_next" : oneLine(message, 200)}`,
    );
}

type Lines = readonly (string | null)[];

/** What stands in the middle is left out first, line by line; then what the head says beside the first line. */
function fit(head: Lines, middle: Lines, tail: Lines, limit: CapsuleLimit): string {
  const [first = null, ...others] = head;
  for (let optional = [...others, ...middle].filter((text) => text !== null); ; optional = optional.slice(0, -1)) {
    const text = [first, ...optional, ...tail].filter((part) => part !== null).join("\n");
    if (optional.length === 0 || (text.length <= limit.characters && Buffer.byteLength(text) <= limit.bytes))
      return text;
  }
}
