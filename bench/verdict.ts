import { type Bar, GOALS, type Goal } from "./goals.ts";
import type { Readings } from "./readings.ts";

export interface Verdict extends Pick<Goal, "id" | "title" | "unit" | "bar"> {
  readonly ours: number;
  readonly reference: number | null;
  /** How the two compare in the bar's own terms. */
  readonly ratio: number;
  readonly met: boolean;
}

/** The goals whose figures this run has. */
export function judge(readings: Readings): readonly Verdict[] {
  return GOALS.flatMap(({ id, title, unit, ours, reference, bar }) => {
    const mine = ours(readings);
    const theirs = reference?.(readings) ?? null;
    if (mine === null || (reference && theirs === null)) return [];
    const ratio = compare(bar, mine, theirs);
    const met = bar.kind === "faster" ? ratio >= bar.limit : ratio <= bar.limit;
    return [{ id, title, unit, bar, ours: mine, reference: theirs, ratio, met }];
  });
}

function compare({ kind }: Bar, ours: number, reference: number | null): number {
  if (reference === null) return ours;
  return kind === "faster" ? reference / ours : ours / reference;
}
