import { schedulePlans } from "./schedule.ts";
import type { PhaseView, PlanView } from "./types.ts";
import { haltedAncestors } from "./waves.ts";

export interface PlanIndex {
  /** Plan ids by wave. */
  readonly waves: ReadonlyMap<number, readonly string[]>;
  readonly incomplete: readonly PlanView[];
  /** Incomplete and not stopped by a halted plan or a circle; what they depend on may still be open. */
  readonly runnable: readonly PlanView[];
  /** What may start now, side by side: all dependencies are done and no file is written twice. */
  readonly ready: readonly PlanView[];
  /** By plan id: the halted plans behind it, or the plans it stands in a circle with. */
  readonly blockedBy: ReadonlyMap<string, readonly string[]>;
  /** Plans on a circle of dependencies, or behind one. */
  readonly stuck: readonly PlanView[];
}

/** Which plans of a phase can run, from their dependencies and what is done. */
export function indexPlans({ plans }: PhaseView): PlanIndex {
  const halted = haltedAncestors(plans);
  const stuck = stuckPlans(plans);
  const stuckIds = new Set(stuck.map((plan) => plan.id));
  const blockedBy = new Map(
    plans.map((plan) => [
      plan.id,
      [
        ...new Set([
          ...(halted.get(plan.id) ?? []),
          ...(stuckIds.has(plan.id) ? plan.dependsOn.filter((id) => stuckIds.has(id)) : []),
        ]),
      ],
    ]),
  );
  const waves = new Map<number, string[]>();
  for (const plan of plans) waves.set(plan.wave, [...(waves.get(plan.wave) ?? []), plan.id]);
  const incomplete = plans.filter((plan) => !plan.done);
  const runnable = incomplete.filter((plan) => (blockedBy.get(plan.id) ?? []).length === 0);
  return { waves, incomplete, runnable, ready: schedulePlans(plans).ready, blockedBy, stuck };
}

function stuckPlans(plans: readonly PlanView[]): PlanView[] {
  let left = [...plans];
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    const waiting = new Set(left.map((plan) => plan.id));
    left = left.filter((plan) => plan.dependsOn.some((id) => waiting.has(id)));
  }
  return left;
}
