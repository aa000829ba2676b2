import { capabilityCommands } from "./capability.ts";
import { capabilityLifecycleCommands } from "./capability-lifecycle.ts";
import { capabilitySwitchCommands } from "./capability-switches.ts";
import { checkCommands } from "./check.ts";
import { configCommands } from "./config.ts";
import { findPhaseCommands } from "./find-phase.ts";
import { gateCommands } from "./gate.ts";
import { guardCommands } from "./guard.ts";
import { helpCommand } from "./help.ts";
import { initPhaseCommands } from "./init-phase.ts";
import { initProjectCommands } from "./init-project.ts";
import { learningsCommands } from "./learnings.ts";
import { loopCommands } from "./loop.ts";
import { milestoneCommands } from "./milestone.ts";
import { phaseCommands } from "./phase.ts";
import { phasePlanIndexCommands } from "./phase-plan-index.ts";
import { phasesCommands } from "./phases.ts";
import { planningCommands } from "./planning.ts";
import { pointCommands } from "./point.ts";
import { positionCommands } from "./position.ts";
import { progressCommands } from "./progress.ts";
import { requirementCommands } from "./requirements.ts";
import { researchStoreCommands } from "./research-store.ts";
import { roadmapCommands } from "./roadmap.ts";
import type { CommandRow } from "./row.ts";
import { runCommands } from "./run.ts";
import { smartEntryCommands } from "./smart-entry.ts";
import { stateFieldCommands } from "./state-fields.ts";
import { stateNoteCommands } from "./state-notes.ts";
import { statePositionCommands } from "./state-position.ts";
import { stateReadCommands } from "./state-read.ts";
import { stepCommands } from "./step.ts";
import { validateCommands } from "./validate.ts";
import { verificationCommands } from "./verification.ts";
import { verifyCommands } from "./verify.ts";
import { verifyFileCommands } from "./verify-files.ts";
import { verifyPhaseCommands } from "./verify-phase.ts";

/** Every command there is. Every door takes its commands from here. */
export const COMMANDS: readonly CommandRow[] = [
  ...positionCommands,
  ...progressCommands,
  ...smartEntryCommands,
  ...pointCommands,
  ...stateReadCommands,
  ...statePositionCommands,
  ...stateNoteCommands,
  ...stateFieldCommands,
  ...roadmapCommands,
  ...findPhaseCommands,
  ...phasePlanIndexCommands,
  ...phasesCommands,
  ...verifyCommands,
  ...verifyPhaseCommands,
  ...verifyFileCommands,
  ...verificationCommands,
  ...validateCommands,
  ...requirementCommands,
  ...learningsCommands,
  ...researchStoreCommands,
  ...configCommands,
  ...initPhaseCommands,
  ...initProjectCommands,
  ...phaseCommands,
  ...milestoneCommands,
  ...gateCommands,
  ...checkCommands,
  ...guardCommands,
  ...loopCommands,
  ...capabilityCommands,
  ...capabilityLifecycleCommands,
  ...capabilitySwitchCommands,
  ...planningCommands,
  ...runCommands,
  ...stepCommands,
  helpCommand(() => COMMANDS),
];

/** A family that has one obvious command may be called without naming it. */
const DEFAULTS: Readonly<Record<string, string>> = { help: "show", next: "show", progress: "show", state: "load" };

export function findRow(family: string, subcommand: string): CommandRow | undefined {
  const name = subcommand === "" ? (DEFAULTS[family] ?? "") : subcommand;
  const spelled = family === "check" ? name.replaceAll(".", "-") : name;
  return COMMANDS.find((row) => row.family === family && row.name === spelled);
}
