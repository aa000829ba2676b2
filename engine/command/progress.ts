import type { JsonObject } from "../json.ts";
import type { Outcome } from "../loop/outcome.ts";
import { sortByPhaseId } from "../planning/phase-id.ts";
import { phasesOnDisk, planCount, planPercent, progressWord, summaryCount, total } from "../planning/phase-status.ts";
import type { PlanningSnapshot } from "../planning/types.ts";
import { nothing } from "./input.ts";
import { type CommandRow, row } from "./row.ts";
import { textTable } from "./text-table.ts";

const BAR_LENGTH = 20;

export const progressCommands: readonly CommandRow[] = [
  row({
    family: "progress",
    name: "json",
    summary: "Plans and summaries of every phase that has a folder.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context) => ({ ok: true, data: reportData(context.snapshot()), text: tableOf(context.snapshot()) }),
  }),
  row({
    family: "progress",
    name: "table",
    summary: "Progress as a table.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context) => drawn(context.snapshot(), tableOf(context.snapshot())),
  }),
  row({
    family: "progress",
    name: "bar",
    summary: "Progress in one line.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context) => drawn(context.snapshot(), barOf(context.snapshot())),
  }),
];

function drawn(snapshot: PlanningSnapshot, rendered: string): Outcome {
  return { ok: true, data: { ...reportData(snapshot), rendered }, text: rendered };
}

function reportData(snapshot: PlanningSnapshot): JsonObject {
  const phases = shownPhases(snapshot);
  return {
    milestone_version: snapshot.state?.milestone ?? null,
    milestone_name: snapshot.state?.milestoneName ?? null,
    phases: phases.map((phase) => ({
      number: phase.id,
      name: phase.name,
      plans: planCount(phase),
      summaries: summaryCount(phase),
      status: progressWord(phase),
    })),
    total_plans: total(phases, planCount),
    total_summaries: total(phases, summaryCount),
    percent: snapshot.roadmap?.scope === "complete" ? planPercent(phases) : null,
    phase_scope: snapshot.roadmap?.scope ?? "unscoped",
  };
}

/** Of the current milestone; without a roadmap, whatever has a folder. */
function shownPhases(snapshot: PlanningSnapshot) {
  const phases = snapshot.roadmap === null ? phasesOnDisk(snapshot) : snapshot.phases;
  return sortByPhaseId(phases.filter((phase) => phase.directory !== null));
}

function tableOf(snapshot: PlanningSnapshot): string {
  const rows = shownPhases(snapshot).map((phase) => [
    phase.id,
    phase.name,
    `${summaryCount(phase)}/${planCount(phase)}`,
    progressWord(phase),
  ]);
  return `${textTable(["Phase", "Name", "Plans", "Status"], rows)}\n\n${barOf(snapshot)}`;
}

function barOf(snapshot: PlanningSnapshot): string {
  const phases = shownPhases(snapshot);
  const percent = planPercent(phases);
  const filled = Math.round((BAR_LENGTH * percent) / 100);
  const bar = "█".repeat(filled) + "░".repeat(BAR_LENGTH - filled);
  return `[${bar}] ${total(phases, summaryCount)}/${total(phases, planCount)} plans (${percent}%)`;
}
