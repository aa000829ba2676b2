import * as z from "zod/mini";
import type { Outcome } from "../loop/outcome.ts";
import { findArchivedPhase, type PhaseFiles, phaseArchives } from "../planning/archived-phase.ts";
import { lookupPhase, phaseNamed } from "../planning/lookup-phase.ts";
import { nameInPhase } from "../planning/name-in-phase.ts";
import { normalPhaseId } from "../planning/phase-id.ts";
import { nameOfDirectory } from "../planning/phase-slug.ts";
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
  if (phase?.directory != null) return found(phase.id, phase.name, liveFolder(phase, phase.directory));
  const archives = phaseArchives(snapshot.root, snapshot.folder);
  const id = phaseNamed(wanted);
  const archived = phase === null ? findArchivedPhase(snapshot.root, archives, normalPhaseId(id)) : null;
  if (archived !== null) return found(normalPhaseId(id), nameOfDirectory(archived.directory), archived);
  return {
    ok: true,
    data: {
      found: false,
      directory: null,
      phase_number: null,
      phase_name: null,
      plans: [],
      summaries: [],
      searched_directories: [`${snapshot.folder}/phases`, ...archives],
    },
    text: `Phase ${wanted} has no folder.`,
  };
}

function found(id: string, name: string, { directory, plans, summaries, looseFiles }: PhaseFiles): Outcome {
  return {
    ok: true,
    data: {
      found: true,
      directory,
      phase_number: id,
      phase_name: name,
      plans: [...plans],
      summaries: [...summaries],
      plan_count: plans.length,
      summary_count: summaries.length,
      plan_count_all: plans.length + looseFiles.length,
      ...(looseFiles.length > 0 && { warning: `Not scheduled, for want of a number: ${looseFiles.join(", ")}` }),
    },
    text: [
      `Phase ${id} (${name}): ${directory}`,
      ...plans.map((plan) => `  ${plan}`),
      ...summaries.map((summary) => `  ${summary}`),
    ].join("\n"),
  };
}

function liveFolder(phase: PhaseView, directory: string): PhaseFiles {
  return {
    directory,
    plans: phase.plans.map((plan) => nameInPhase(phase, plan.file)),
    summaries: summaryFiles(phase),
    looseFiles: phase.looseFiles,
  };
}

/** Names of all summaries in the folder, those of no plan too. */
export function summaryFiles(phase: PhaseView): string[] {
  const own = phase.plans.flatMap((plan) => (plan.summary === null ? [] : [nameInPhase(phase, plan.summary.file)]));
  return [...own, ...phase.orphanSummaries].sort();
}
