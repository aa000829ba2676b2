import * as z from "zod/mini";
import { degraded, type Outcome } from "../loop/outcome.ts";
import { moveState } from "../loop/transitions.ts";
import { analyzeRoadmap } from "../planning/analyze-roadmap.ts";
import { normalPhaseId } from "../planning/phase-id.ts";
import { diskStatus, planCount, summaryCount } from "../planning/phase-status.ts";
import type { PlanningSnapshot } from "../planning/types.ts";
import { nothing, word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";
import { textTable } from "./text-table.ts";

export const roadmapCommands: readonly CommandRow[] = [
  row({
    family: "roadmap",
    name: "analyze",
    summary: "The roadmap against what is on disk: every phase with its plans and status.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context) => analyze(context.snapshot()),
  }),
  row({
    family: "roadmap",
    name: "get-phase",
    summary: "What the roadmap says about one phase.",
    audience: "both",
    positionals: ["phase"],
    input: () => z.object({ phase: word() }),
    run: (context, input) => getPhase(context.snapshot(), input.phase),
  }),
  row({
    family: "roadmap",
    name: "update-plan-progress",
    summary: "Bring a phase's row of the progress table in line with the disk.",
    audience: "both",
    positionals: ["phase"],
    input: () => z.object({ phase: word() }),
    run: (context, input) => moveState(context, { type: "roadmap-progress", phase: input.phase }),
  }),
];

function analyze(snapshot: PlanningSnapshot): Outcome {
  if (snapshot.roadmap === null) return degraded("ROADMAP.md not found", { phases: [], current_phase: null });
  const rows = snapshot.phases.map((phase) => [
    phase.number,
    phase.name,
    `${summaryCount(phase)}/${planCount(phase)}`,
    diskStatus(phase),
    phase.verification.status,
  ]);
  return {
    ok: true,
    data: analyzeRoadmap(snapshot, snapshot.roadmap),
    text: textTable(["Phase", "Name", "Plans", "On disk", "Verification"], rows),
  };
}

function getPhase(snapshot: PlanningSnapshot, wanted: string): Outcome {
  if (snapshot.roadmap === null) return degraded("ROADMAP.md not found", { found: false });
  const phase = snapshot.phases.find(({ id }) => id === normalPhaseId(wanted));
  if (phase === undefined) {
    const known = snapshot.phases.map(({ number }) => number).join(", ");
    return {
      ok: true,
      data: { found: false, phase_number: wanted },
      text: `The roadmap has no phase ${wanted}. It has ${known === "" ? "none" : known}.`,
    };
  }
  return {
    ok: true,
    data: {
      found: true,
      phase_number: phase.number,
      phase_name: phase.name,
      goal: phase.goal,
      mode: phase.mode,
      success_criteria: [...phase.successCriteria],
      section: phase.section,
    },
    text: phase.section ?? `Phase ${phase.number}: ${phase.name}`,
  };
}
