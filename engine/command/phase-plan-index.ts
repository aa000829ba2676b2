import { basename } from "node:path";
import * as z from "zod/mini";
import type { Json } from "../json.ts";
import { degraded, type Outcome, refuse } from "../loop/outcome.ts";
import { lookupPhase } from "../planning/lookup-phase.ts";
import { indexPlans, type PlanIndex } from "../planning/plan-index.ts";
import type { Diagnostic, PhaseView, PlanningSnapshot, PlanView } from "../planning/types.ts";
import { word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";
import { textTable } from "./text-table.ts";

export const phasePlanIndexCommands: readonly CommandRow[] = [
  row({
    family: "phase-plan-index",
    name: "",
    summary: "The plans of a phase by wave, and which of them can run.",
    audience: "both",
    positionals: ["phase"],
    input: () => z.object({ phase: word() }),
    run: (context, input) => answer(context.snapshot(), input.phase),
  }),
];

function answer(snapshot: PlanningSnapshot, wanted: string): Outcome {
  const phase = lookupPhase(snapshot, wanted);
  if (phase?.directory == null) {
    return degraded(`Phase ${wanted} has no folder`, {
      phase: wanted,
      plans: [],
      waves: {},
      incomplete: [],
      runnable: [],
      has_checkpoints: false,
    });
  }
  const index = indexPlans(phase);
  const own = snapshot.diagnostics.filter(({ path }) => path?.startsWith(`${phase.directory}/`));
  const broken = own.find(({ code }) => code === "plan_dependency_cycle" || code === "plan_id_collision");
  if (broken !== undefined) {
    return refuse("unknown", broken.message, broken.remedy ?? "Correct the plans.", { code: broken.code });
  }
  const warnings = warningsOf(own);
  const data = {
    phase: phase.id,
    plans: phase.plans.map((plan) => planData(plan, index)),
    waves: Object.fromEntries([...index.waves].map(([wave, ids]) => [String(wave), [...ids]])),
    incomplete: index.incomplete.map(({ id }) => id),
    runnable: index.runnable.map(({ id }) => id),
    ready: index.ready.map(({ id }) => id),
    has_checkpoints: phase.plans.some((plan) => plan.hasCheckpoint),
    ...(phase.looseFiles.length > 0 && { warning: `Not scheduled: ${phase.looseFiles.join(", ")}` }),
    ...(warnings.length > 0 && { warnings }),
  };
  return { ok: true, data, text: tableOf(phase, index) };
}

function planData(plan: PlanView, index: PlanIndex): Json {
  return {
    id: plan.id,
    wave: plan.wave,
    depends_on: [...plan.dependsOn],
    autonomous: plan.autonomous,
    objective: plan.objective === "" ? null : plan.objective,
    files_modified: [...plan.filesModified],
    files_deleted: [...plan.filesDeleted],
    agent_hint: plan.agentHint,
    task_count: plan.taskCount,
    has_summary: plan.done,
    halted: plan.halted,
    blocked_by: [...(index.blockedBy.get(plan.id) ?? [])],
  };
}

/** The wave that a plan declares is not held against it while one of its dependencies is unknown. */
function warningsOf(diagnostics: readonly Diagnostic[]): string[] {
  const unresolved = new Set(
    diagnostics.filter(({ code }) => code === "plan_dependency_unknown").map(({ path }) => path),
  );
  return diagnostics
    .filter(
      ({ code, path }) =>
        code === "plan_dependency_unknown" || (code === "plan_wave_mismatch" && !unresolved.has(path)),
    )
    .map(({ message }) => message);
}

function tableOf(phase: PhaseView, index: PlanIndex): string {
  const ready = new Set(index.ready.map(({ id }) => id));
  const rows = phase.plans.map((plan) => [
    String(plan.wave),
    plan.id,
    stateOf(plan, index, ready),
    plan.dependsOn.join(", "),
    plan.objective === "" ? basename(plan.file) : plan.objective,
  ]);
  return rows.length === 0
    ? `Phase ${phase.id} has no plan.`
    : textTable(["Wave", "Plan", "State", "After", "Objective"], rows);
}

function stateOf(plan: PlanView, index: PlanIndex, ready: ReadonlySet<string>): string {
  if (plan.halted) return "halted";
  if (plan.done) return "done";
  if ((index.blockedBy.get(plan.id) ?? []).length > 0) return "blocked";
  return ready.has(plan.id) ? "ready" : "waits";
}
