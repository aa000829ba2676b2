import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { ProjectContext } from "../loop/context.ts";
import { type Outcome, refuse } from "../loop/outcome.ts";
import { completePhase, moveState } from "../loop/transitions.ts";
import { lookupPhase } from "../planning/lookup-phase.ts";
import { normalPhaseId, parsePhaseId } from "../planning/phase-id.ts";
import { readProjectFile } from "../planning/project-file.ts";
import type { PlanningSnapshot } from "../planning/types.ts";
import { judgeUat } from "../planning/uat-verdict.ts";
import { flag, word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

const phase = () => z.object({ phase: word() });

export const phaseCommands: readonly CommandRow[] = [
  row({
    family: "phase",
    name: "add",
    summary: "Add a phase at the end of the roadmap.",
    audience: "both",
    positionals: ["text"],
    input: () => z.object({ text: word() }),
    run: (context, input) => moveState(context, { type: "add-phase", name: input.text }),
  }),
  row({
    family: "phase",
    name: "insert",
    summary: "Put a phase in behind another, with a decimal number.",
    audience: "both",
    positionals: ["after", "text"],
    input: () => z.object({ after: word(), text: word() }),
    run: (context, input) => moveState(context, { type: "insert-phase", after: input.after, name: input.text }),
  }),
  row({
    family: "phase",
    name: "remove",
    summary: "Take a phase out; later ones move up. One that was worked on needs --force.",
    audience: "person",
    positionals: ["phase"],
    switches: ["force"],
    input: () => z.object({ phase: word(), force: flag() }),
    run: (context, input) => moveState(context, { type: "remove-phase", ...input }),
  }),
  row({
    family: "phase",
    name: "next-decimal",
    summary: "The number that a phase put in behind this one would have.",
    audience: "both",
    positionals: ["phase"],
    input: phase,
    run: (context, input) => nextDecimal(context.snapshot(), input.phase),
  }),
  row({
    family: "phase",
    name: "complete",
    summary: "Complete a verified phase: roadmap, state and requirements move together.",
    audience: "both",
    positionals: ["phase"],
    input: phase,
    run: (context, input, caller) => completePhase(context, input.phase, caller.audience === "model"),
  }),
  row({
    family: "phase",
    name: "uat-passed",
    summary: "Whether a phase has passed its verification and every acceptance test; no test is no pass.",
    audience: "both",
    positionals: ["phase"],
    input: phase,
    run: (context, input) => uatPassed(context, input.phase),
  }),
];

function nextDecimal(snapshot: PlanningSnapshot, wanted: string): Outcome {
  const base = normalPhaseId(wanted);
  const all = [...snapshot.phases, ...snapshot.orphans];
  const decimals = all.flatMap(({ id }) => {
    const decimal = parsePhaseId(id)?.decimals;
    return decimal?.length === 1 && id.startsWith(`${base}.`) ? [decimal[0] ?? 0] : [];
  });
  const next = `${base}.${Math.max(0, ...decimals) + 1}`;
  const found = all.some(({ id }) => id === base);
  return {
    ok: true,
    data: {
      found,
      base_phase: base,
      next,
      existing: decimals.sort((a, b) => a - b).map((number) => `${base}.${number}`),
    },
    text: found ? next : `There is no phase ${wanted}; its first decimal would be ${next}.`,
  };
}

function uatPassed(context: ProjectContext, wanted: string): Outcome {
  const found = lookupPhase(context.snapshot(), wanted);
  if (found === null) return refuse("phase_not_found", `There is no phase ${wanted}`, "`roadmap analyze` lists them.");
  const { uatFiles, verificationFiles, checks, blockers } = judgeUat(found, {
    names: (directory) => namesIn(join(context.root, directory)),
    text: (path) => {
      const file = readProjectFile(context.root, path);
      return file.ok ? file.text : null;
    },
  });
  const hasTests = checks.length > 0;
  const passed = hasTests && blockers.length === 0;
  return {
    ok: true,
    data: {
      phase: found.id,
      passed,
      uat_files: [...uatFiles],
      verification_files: [...verificationFiles],
      checks: checks.map((check) => ({ ...check })),
      blockers: [...blockers],
      no_uat_artifacts: !hasTests,
      policy: { require_verification: true },
    },
    text: passed
      ? `Phase ${found.id} has passed its acceptance.`
      : [...blockers, ...(hasTests ? [] : [`Phase ${found.id} has no acceptance test that could pass.`])].join("\n"),
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // The folder went after the project was read; then no report is there.
    return [];
  }
}
