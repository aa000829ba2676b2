import * as z from "zod/mini";
import { degraded, type Outcome } from "../loop/outcome.ts";
import { moveState } from "../loop/transitions.ts";
import { analyzeRoadmap } from "../planning/analyze-roadmap.ts";
import { isBracketConvention } from "../planning/config.ts";
import { isSentinelPhase, normalPhaseId } from "../planning/phase-id.ts";
import { diskStatus, planCount, summaryCount } from "../planning/phase-status.ts";
import { readProjectFile } from "../planning/project-file.ts";
import { type RoadmapSection, readRoadmap } from "../planning/roadmap.ts";
import type { PhaseDescription } from "../planning/roadmap-description.ts";
import type { PhaseTitle } from "../planning/roadmap-title.ts";
import type { PlanningSnapshot } from "../planning/types.ts";
import { whyMissing } from "../planning/why-missing.ts";
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
  if (snapshot.roadmap === null)
    return degraded(whyMissing(snapshot, "ROADMAP.md"), { phases: [], current_phase: null });
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
  if (snapshot.roadmap === null) return degraded(whyMissing(snapshot, "ROADMAP.md"), { found: false });
  const id = normalPhaseId(wanted);
  const phase = snapshot.phases.find((one) => one.id === id);
  if (phase?.section != null) return described(phase, phase);
  const other = sectionElsewhere(snapshot, id);
  if (other !== null) return described(other, other.description);
  if (phase !== undefined) return undescribed(phase);
  const known = snapshot.phases.map(({ number }) => number).join(", ");
  return {
    ok: true,
    data: { found: false, phase_number: wanted },
    text: `The roadmap has no phase ${wanted}. It has ${known === "" ? "none" : known}.`,
  };
}

function described({ number, name }: PhaseTitle, description: PhaseDescription): Outcome {
  const { goal, mode, successCriteria, section } = description;
  return {
    ok: true,
    data: {
      found: true,
      phase_number: number,
      phase_name: name,
      goal,
      mode,
      success_criteria: [...successCriteria],
      section,
    },
    text: section ?? `Phase ${number}: ${name}`,
  };
}

function undescribed({ number, name }: PhaseTitle): Outcome {
  const message = `Phase ${number} (${name}) is on the roadmap's list, and no section "Phase ${number}: ${name}" describes it. Add one.`;
  const data = { found: false, phase_number: number, phase_name: name, error: "malformed_roadmap", message };
  return { ok: true, data, text: message, degraded: true };
}

/** What the roadmap says of a phase in a milestone that has shipped or is yet to come. */
function sectionElsewhere({ root, folder, config }: PlanningSnapshot, id: string): RoadmapSection | null {
  const file = readProjectFile(root, `${folder}/ROADMAP.md`);
  if (!file.ok || isSentinelPhase(id)) return null;
  const { details } = readRoadmap(file.text, { bracket: isBracketConvention(config) });
  return details.find((section) => section.id === id) ?? null;
}
