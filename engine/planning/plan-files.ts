import { normalPhaseId } from "./phase-id.ts";

export interface PlanFile {
  readonly id: string;
  /** Relative to the phase directory. */
  readonly name: string;
}

export interface PlanFiles {
  readonly plans: readonly PlanFile[];
  /** By plan id. */
  readonly summaries: ReadonlyMap<string, string>;
  /** Files that look like plans but carry no usable name: counted, never scheduled. */
  readonly loose: readonly string[];
}

const NOT_A_PLAN = /(?:-OUTLINE\.md|\.pre-bounce\.md|-PLAN-REVIEW\.md)$/i;
const LOOSE = /(?:^|-)PLAN(?:-\d+[^/]*)?\.md$/i;
/** In its normal form already. */
const USUAL = /^\d\d-\d\d$/;
const NESTED = /^(PLAN|SUMMARY)-(\d+)(?:[-.].*)?\.md$/i;

/** Sorts the file names of a phase directory, and of its `plans/` folder, into plans and summaries. */
export function classifyPlanFiles(phase: string, names: readonly string[], nested: readonly string[]): PlanFiles {
  const plans: PlanFile[] = [];
  const summaries = new Map<string, string>();
  const loose: string[] = [];
  for (const name of names) {
    if (name === "PLAN.md") plans.push({ id: phase, name });
    else if (name.endsWith("-PLAN.md")) plans.push({ id: planId(name.slice(0, -"-PLAN.md".length)), name });
    else if (LOOSE.test(name) && !NOT_A_PLAN.test(name)) loose.push(name);
    if (name === "SUMMARY.md") summaries.set(phase, name);
    else if (name.endsWith("-SUMMARY.md")) summaries.set(planId(name.slice(0, -"-SUMMARY.md".length)), name);
  }
  for (const name of nested) {
    const match = NESTED.exec(name);
    if (match === null || NOT_A_PLAN.test(name)) continue;
    const id = `${phase}-${(match[2] ?? "").padStart(2, "0")}`;
    if (match[1]?.toUpperCase() === "PLAN") plans.push({ id, name: `plans/${name}` });
    else if (!summaries.has(id)) summaries.set(id, `plans/${name}`);
  }
  return { plans, summaries, loose };
}

/** `1-1` → `01-01`; a slug after the numbers stays. */
export function planId(stem: string): string {
  if (USUAL.test(stem)) return stem;
  const match = /^((?:[A-Z][A-Z0-9_]*-(?=\d))?\d+[A-Z]?(?:\.\d+)*)((?:-\d+)*)(-.*)?$/.exec(stem);
  if (match === null) return stem;
  const tail = (match[2] ?? "").split("-").slice(1);
  return [normalPhaseId(match[1] ?? ""), ...tail.map((part) => part.padStart(2, "0"))].join("-") + (match[3] ?? "");
}

/** The numbers of a plan id without its slug: `01-02-setup` → `01-02`. */
export function canonicalPlanId(id: string): string {
  const numbers = /^\d+[A-Z]?(?:\.\d+)*(?:-\d+)*/i.exec(planId(id))?.[0];
  return numbers ?? id;
}

/** The summary that belongs to a plan: by its own id, else by its numbers where no other plan shares them. */
export function summaryOf(plan: PlanFile, files: PlanFiles): string | null {
  const own = files.summaries.get(plan.id);
  if (own !== undefined || files.summaries.size === 0) return own ?? null;
  const canonical = canonicalPlanId(plan.id);
  const sharing = files.plans.filter((other) => canonicalPlanId(other.id) === canonical);
  return sharing.length === 1 ? (files.summaries.get(canonical) ?? null) : null;
}
