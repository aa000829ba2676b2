import { basename } from "node:path";
import * as z from "zod/mini";
import { degraded, type Outcome } from "../loop/outcome.ts";
import { lookupPhase } from "../planning/lookup-phase.ts";
import { nameInPhase } from "../planning/name-in-phase.ts";
import { sortByPhaseId } from "../planning/phase-id.ts";
import { phasesOnDisk } from "../planning/phase-status.ts";
import type { PlanningSnapshot } from "../planning/types.ts";
import { summaryFiles } from "./find-phase.ts";
import { word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

export const phasesCommands: readonly CommandRow[] = [
  row({
    family: "phases",
    name: "list",
    summary: "The folders of all phases, or with --type the plans or summaries of one.",
    audience: "both",
    positionals: [],
    input: () => z.object({ type: z.optional(z.enum(["plans", "summaries"])), phase: z.optional(word()) }),
    run: (context, input) =>
      input.type === undefined ? directories(context.snapshot()) : files(context.snapshot(), input.type, input.phase),
  }),
];

function directories(snapshot: PlanningSnapshot): Outcome {
  const names = sortByPhaseId(phasesOnDisk(snapshot)).map((phase) => basename(phase.directory ?? ""));
  return {
    ok: true,
    data: { directories: names, count: names.length, phase_scope: scopeOf(snapshot) },
    text: names.length === 0 ? "No phase has a folder yet." : names.join("\n"),
  };
}

function files(snapshot: PlanningSnapshot, type: "plans" | "summaries", wanted: string | undefined): Outcome {
  const phases = wanted === undefined ? sortByPhaseId(phasesOnDisk(snapshot)) : [lookupPhase(snapshot, wanted)];
  const found = phases.flatMap((phase) => (phase?.directory == null ? [] : [phase]));
  if (wanted !== undefined && found.length === 0) {
    return degraded(`Phase ${wanted} has no folder`, { files: [], count: 0, phase_dir: null });
  }
  const names = found.flatMap((phase) =>
    type === "plans" ? phase.plans.map((plan) => nameInPhase(phase, plan.file)) : summaryFiles(phase),
  );
  const directory = wanted === undefined ? null : basename(found[0]?.directory ?? "");
  return {
    ok: true,
    data: { files: names, count: names.length, phase_dir: directory, phase_scope: scopeOf(snapshot) },
    text: names.length === 0 ? `There are no ${type}.` : names.join("\n"),
  };
}

function scopeOf({ roadmap }: PlanningSnapshot): string {
  return roadmap?.scope ?? "unscoped";
}
