import * as z from "zod/mini";
import type { Outcome } from "../loop/outcome.ts";
import { lookupPhase } from "../planning/lookup-phase.ts";
import { nameInPhase } from "../planning/name-in-phase.ts";
import { planCount } from "../planning/phase-status.ts";
import type { PhaseView, PlanningSnapshot } from "../planning/types.ts";
import { word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

export const findPhaseCommands: readonly CommandRow[] = [
  row({
    family: "find-phase",
    name: "",
    summary: "Where the folder of a phase is, and which plans and summaries lie in it.",
    audience: "both",
    positionals: ["phase"],
    input: () => z.object({ phase: word() }),
    run: (context, input) => find(context.snapshot(), input.phase),
  }),
];

function find(snapshot: PlanningSnapshot, wanted: string): Outcome {
  const phase = lookupPhase(snapshot, wanted);
  if (phase?.directory == null) {
    return {
      ok: true,
      data: {
        found: false,
        directory: null,
        phase_number: null,
        phase_name: null,
        plans: [],
        summaries: [],
        searched_directories: [`${snapshot.folder}/phases`],
      },
      text: `Phase ${wanted} has no folder.`,
    };
  }
  const plans = phase.plans.map((plan) => nameInPhase(phase, plan.file));
  const summaries = summaryFiles(phase);
  return {
    ok: true,
    data: {
      found: true,
      directory: phase.directory,
      phase_number: phase.id,
      phase_name: phase.name,
      plans,
      summaries,
      plan_count: plans.length,
      summary_count: summaries.length,
      plan_count_all: planCount(phase),
      ...(phase.looseFiles.length > 0 && {
        warning: `Not scheduled, for want of a number: ${phase.looseFiles.join(", ")}`,
      }),
    },
    text: [
      `Phase ${phase.id} (${phase.name}): ${phase.directory}`,
      ...plans.map((plan) => `  ${plan}`),
      ...summaries.map((summary) => `  ${summary}`),
    ].join("\n"),
  };
}

/** Names of all summaries in the folder, those of no plan too. */
export function summaryFiles(phase: PhaseView): string[] {
  const own = phase.plans.flatMap((plan) => (plan.summary === null ? [] : [nameInPhase(phase, plan.summary.file)]));
  return [...own, ...phase.orphanSummaries].sort();
}
