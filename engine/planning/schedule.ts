import type { PlanView } from "./types.ts";
import { haltedAncestors } from "./waves.ts";

export interface FileOverlap {
  readonly plans: readonly [string, string];
  readonly file: string;
}

export interface Schedule {
  /** May start now, one beside the other: dependencies done, no halted ancestor, no file shared with what runs. */
  readonly ready: readonly PlanView[];
  /** Could start but for a file that another plan of this list or a running one declares too. */
  readonly waiting: readonly { readonly plan: PlanView; readonly overlaps: readonly FileOverlap[] }[];
  /** Behind a halted plan: nothing but a person's decision about that one gets them going. */
  readonly blocked: readonly { readonly plan: PlanView; readonly by: readonly string[] }[];
}

/**
 * Which plans of a phase may run now. `running` names plans that are being executed. Plans that declare a common file
 * are never given out together, whatever their wave says; the first in order goes first.
 */
export function schedulePlans(plans: readonly PlanView[], running: readonly string[] = []): Schedule {
  const halted = haltedAncestors(plans);
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  const busy = plans.filter((plan) => running.includes(plan.id));
  const ready: PlanView[] = [];
  const waiting: { plan: PlanView; overlaps: FileOverlap[] }[] = [];
  const blocked: { plan: PlanView; by: readonly string[] }[] = [];
  for (const plan of plans) {
    if (plan.done || busy.includes(plan)) continue;
    const by = halted.get(plan.id) ?? [];
    if (by.length > 0) blocked.push({ plan, by });
    if (by.length > 0 || !plan.dependsOn.every((id) => byId.get(id)?.done === true)) continue;
    const overlaps = [...busy, ...ready].flatMap((other) => overlapOf(other, plan));
    if (overlaps.length === 0) ready.push(plan);
    else waiting.push({ plan, overlaps });
  }
  return { ready, waiting, blocked };
}

/** Files that two plans of the same wave declare. */
export function waveOverlaps(plans: readonly PlanView[]): FileOverlap[] {
  return plans.flatMap((plan, index) =>
    plans.slice(index + 1).flatMap((other) => (other.wave === plan.wave ? overlapOf(plan, other) : [])),
  );
}

function overlapOf(a: PlanView, b: PlanView): FileOverlap[] {
  const mine = declared(a);
  const theirs = declared(b);
  return mine
    .filter((file) => theirs.some((other) => isWithin(file, other) || isWithin(other, file)))
    .map((file) => ({ plans: [a.id, b.id], file }));
}

function declared(plan: PlanView): string[] {
  const files = [...plan.filesModified, ...plan.filesDeleted];
  return [...new Set(files.map((file) => file.replaceAll("\\", "/").replace(/^(?:\.\/)+|\/+$/g, "")))];
}

function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}
