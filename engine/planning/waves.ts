import { canonicalPlanId } from "./plan-files.ts";
import type { Diagnostic, PlanView } from "./types.ts";

export interface WavePlan {
  readonly id: string;
  readonly file: string;
  readonly dependsOn: readonly string[];
  readonly declaredWave: number | null;
}

export interface WaveAnswer {
  /** By plan id. Plans on or behind a cycle stand in one wave after all others. */
  readonly waves: ReadonlyMap<string, number>;
  /** The dependencies that could be resolved, as plan ids. */
  readonly dependsOn: ReadonlyMap<string, readonly string[]>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Places the plans of one phase in waves: the longest chain of dependencies before a plan decides. */
export function computeWaves(plans: readonly WavePlan[]): WaveAnswer {
  const diagnostics: Diagnostic[] = collisions(plans);
  const dependsOn = new Map<string, readonly string[]>();
  for (const plan of plans) dependsOn.set(plan.id, resolveAll(plan, plans, diagnostics));
  const levels = longestPaths(plans, dependsOn);
  const base = plans.some((plan) => plan.declaredWave === 0) ? 0 : 1;
  const last = Math.max(-1, ...levels.values());
  const waves = new Map<string, number>();
  for (const plan of plans) {
    const level = levels.get(plan.id);
    waves.set(plan.id, (level ?? last + 1) + base);
    if (level !== undefined && plan.declaredWave !== null && plan.declaredWave !== level + base) {
      diagnostics.push(mismatch(plan, level + base));
    }
  }
  const stuck = plans.filter((plan) => !levels.has(plan.id));
  if (stuck.length > 0) diagnostics.push(cycle(stuck, dependsOn));
  return { waves, dependsOn, diagnostics };
}

/** For each plan, its halted ancestors. A plan with any of them must not run. */
export function haltedAncestors(plans: readonly PlanView[]): ReadonlyMap<string, readonly string[]> {
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  const answer = new Map<string, readonly string[]>();
  for (const plan of plans) {
    const seen = new Set<string>([plan.id]);
    const queue = [...plan.dependsOn];
    const halted: string[] = [];
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const ancestor = byId.get(id);
      if (ancestor === undefined) continue;
      if (ancestor.halted) halted.push(id);
      queue.push(...ancestor.dependsOn);
    }
    answer.set(plan.id, halted);
  }
  return answer;
}

function resolveAll(plan: WavePlan, plans: readonly WavePlan[], diagnostics: Diagnostic[]): string[] {
  const resolved = new Set<string>();
  for (const token of plan.dependsOn) {
    const target = resolve(token, plans);
    if (target !== null) resolved.add(target);
    else {
      diagnostics.push({
        code: "plan_dependency_unknown",
        level: "warning",
        message: `Plan ${plan.id} depends on ${token}, which is no plan of this phase; the dependency is ignored.`,
        path: plan.file,
        remedy: "Name a plan of the same phase in depends_on, or remove the entry.",
      });
    }
  }
  return [...resolved];
}

function resolve(token: string, plans: readonly WavePlan[]): string | null {
  const wanted = token
    .trim()
    .replace(/(?:-PLAN)?\.md$/i, "")
    .toLowerCase();
  const exact = plans.find((plan) => plan.id.toLowerCase() === wanted);
  if (exact !== undefined) return exact.id;
  const canonical = canonicalPlanId(wanted.toUpperCase());
  const same = plans.filter((plan) => canonicalPlanId(plan.id) === canonical);
  if (same.length === 1) return same[0]?.id ?? null;
  if (!/^\d+$/.test(wanted)) return null;
  const numbered = plans.filter((plan) => lastNumber(plan.id) === Number(wanted));
  return numbered.length === 1 ? (numbered[0]?.id ?? null) : null;
}

function lastNumber(id: string): number | null {
  const segment = canonicalPlanId(id).split("-").at(-1) ?? "";
  return /^\d+$/.test(segment) ? Number(segment) : null;
}

function longestPaths(
  plans: readonly WavePlan[],
  dependsOn: ReadonlyMap<string, readonly string[]>,
): Map<string, number> {
  const missing = new Map<string, number>();
  const dependents = new Map<string, string[]>();
  for (const plan of plans) {
    const dependencies = dependsOn.get(plan.id) ?? [];
    missing.set(plan.id, dependencies.length);
    for (const id of dependencies) dependents.set(id, [...(dependents.get(id) ?? []), plan.id]);
  }
  const levels = new Map<string, number>();
  const reached = new Map<string, number>();
  const queue = plans.filter((plan) => missing.get(plan.id) === 0).map((plan) => plan.id);
  for (let index = 0; index < queue.length; index++) {
    const id = queue[index] ?? "";
    const level = reached.get(id) ?? 0;
    levels.set(id, level);
    for (const dependent of dependents.get(id) ?? []) {
      reached.set(dependent, Math.max(reached.get(dependent) ?? 0, level + 1));
      const left = (missing.get(dependent) ?? 0) - 1;
      missing.set(dependent, left);
      if (left === 0) queue.push(dependent);
    }
  }
  return levels;
}

function collisions(plans: readonly WavePlan[]): Diagnostic[] {
  const seen = new Map<string, WavePlan>();
  const diagnostics: Diagnostic[] = [];
  for (const plan of plans) {
    const key = plan.id.toLowerCase();
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, plan);
      continue;
    }
    diagnostics.push({
      code: "plan_id_collision",
      level: "error",
      message: `${first.file} and ${plan.file} have the same plan id ${plan.id}.`,
      path: plan.file,
      remedy: "Rename one of the two plans.",
    });
  }
  return diagnostics;
}

function cycle(stuck: readonly WavePlan[], dependsOn: ReadonlyMap<string, readonly string[]>): Diagnostic {
  const circle = circleIn(stuck, dependsOn);
  const behind = stuck.map((plan) => plan.id).filter((id) => !circle.includes(id));
  const others = behind.length === 0 ? "" : ` Behind it: ${behind.join(", ")}.`;
  return {
    code: "plan_dependency_cycle",
    level: "error",
    message: `These plans wait for each other: ${[...circle, circle[0]].join(" → ")}.${others}`,
    ...(stuck[0] === undefined ? {} : { path: stuck[0].file }),
    remedy: "Remove one depends_on entry of the circle.",
  };
}

/** A way of dependencies that comes back to where it began: from any stuck plan, the first one met twice begins it. */
function circleIn(stuck: readonly WavePlan[], dependsOn: ReadonlyMap<string, readonly string[]>): string[] {
  const ids = new Set(stuck.map((plan) => plan.id));
  const way: string[] = [];
  let id = stuck[0]?.id;
  while (id !== undefined && !way.includes(id)) {
    way.push(id);
    id = dependsOn.get(id)?.find((dependency) => ids.has(dependency));
  }
  return id === undefined ? way : way.slice(way.indexOf(id));
}

function mismatch(plan: WavePlan, wave: number): Diagnostic {
  return {
    code: "plan_wave_mismatch",
    level: "warning",
    message: `Plan ${plan.id} declares wave ${plan.declaredWave}, its dependencies put it in wave ${wave}.`,
    path: plan.file,
    remedy: `Set wave to ${wave}, or correct depends_on.`,
  };
}
