import * as z from "zod/mini";
import { degraded, type Outcome } from "../loop/outcome.ts";
import { lookupPhase } from "../planning/lookup-phase.ts";
import { planCount, summaryCount } from "../planning/phase-status.ts";
import type { PlanningSnapshot } from "../planning/types.ts";
import { word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

export const verifyPhaseCommands: readonly CommandRow[] = [
  row({
    family: "verify",
    name: "phase-completeness",
    summary: "Whether every plan of a phase has a summary that counts.",
    audience: "both",
    positionals: ["phase"],
    input: () => z.object({ phase: word() }),
    run: (context, input) => completeness(context.snapshot(), input.phase),
  }),
];

function completeness(snapshot: PlanningSnapshot, wanted: string): Outcome {
  const phase = lookupPhase(snapshot, wanted);
  if (phase?.directory == null) return degraded(`Phase ${wanted} has no folder`, { complete: false, phase: wanted });
  const incomplete = phase.plans.filter((plan) => !plan.done).map(({ id }) => id);
  const errors = [
    ...(phase.plans.length === 0 ? ["The phase has no plan"] : []),
    ...(incomplete.length > 0 ? [`No finished summary: ${incomplete.join(", ")}`] : []),
  ];
  const warnings = [
    ...(phase.orphanSummaries.length > 0 ? [`Summaries of no plan: ${phase.orphanSummaries.join(", ")}`] : []),
    ...(phase.looseFiles.length > 0 ? [`Not scheduled: ${phase.looseFiles.join(", ")}`] : []),
  ];
  return {
    ok: true,
    data: {
      complete: errors.length === 0,
      phase: phase.id,
      plan_count: planCount(phase),
      summary_count: summaryCount(phase),
      incomplete_plans: incomplete,
      orphan_summaries: [...phase.orphanSummaries],
      errors,
      warnings,
    },
    text:
      errors.length === 0
        ? `Phase ${phase.id}: every plan has its summary.`
        : [...errors, ...warnings].map((line) => `Phase ${phase.id}: ${line}`).join("\n"),
  };
}
