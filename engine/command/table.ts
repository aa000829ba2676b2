import type { CommandRow } from "./row.ts";

type Rows = readonly CommandRow[];

/**
 * Every command there is, by family; every door takes its commands from here. The parts of a family are loaded one after
 * the other until the command is found, what is asked for most first: a process that runs one command pays for that one.
 */
const FAMILIES: Readonly<Record<string, readonly (() => Promise<Rows>)[]>> = {
  next: [async () => (await import("./position.ts")).positionCommands],
  progress: [
    async () => (await import("./position.ts")).positionCommands,
    async () => (await import("./progress.ts")).progressCommands,
  ],
  "smart-entry": [async () => (await import("./smart-entry.ts")).smartEntryCommands],
  point: [async () => (await import("./point.ts")).pointCommands],
  state: [
    async () => (await import("./state-read.ts")).stateReadCommands,
    async () => (await import("./state-position.ts")).statePositionCommands,
    async () => (await import("./state-notes.ts")).stateNoteCommands,
    async () => (await import("./state-fields.ts")).stateFieldCommands,
  ],
  "state-snapshot": [async () => (await import("./state-read.ts")).stateReadCommands],
  roadmap: [async () => (await import("./roadmap.ts")).roadmapCommands],
  "find-phase": [async () => (await import("./find-phase.ts")).findPhaseCommands],
  "phase-plan-index": [async () => (await import("./phase-plan-index.ts")).phasePlanIndexCommands],
  phases: [async () => (await import("./phases.ts")).phasesCommands],
  verify: [
    async () => (await import("./verify.ts")).verifyCommands,
    async () => (await import("./verify-phase.ts")).verifyPhaseCommands,
    async () => (await import("./verify-files.ts")).verifyFileCommands,
  ],
  verification: [async () => (await import("./verification.ts")).verificationCommands],
  validate: [async () => (await import("./validate.ts")).validateCommands],
  requirements: [async () => (await import("./requirements.ts")).requirementCommands],
  learnings: [async () => (await import("./learnings.ts")).learningsCommands],
  "research-store": [async () => (await import("./research-store.ts")).researchStoreCommands],
  config: [async () => (await import("./config-explain.ts")).configExplainCommands],
  "config-get": [async () => (await import("./config.ts")).configCommands],
  "config-set": [async () => (await import("./config.ts")).configCommands],
  init: [
    async () => (await import("./init-phase.ts")).initPhaseCommands,
    async () => (await import("./init-project.ts")).initProjectCommands,
  ],
  phase: [async () => (await import("./phase.ts")).phaseCommands],
  milestone: [async () => (await import("./milestone.ts")).milestoneCommands],
  gate: [async () => (await import("./gate.ts")).gateCommands],
  check: [async () => (await import("./check.ts")).checkCommands],
  guard: [async () => (await import("./guard.ts")).guardCommands],
  loop: [async () => (await import("./loop.ts")).loopCommands],
  capability: [
    async () => (await import("./capability.ts")).capabilityCommands,
    async () => (await import("./capability-lifecycle.ts")).capabilityLifecycleCommands,
    async () => (await import("./capability-switches.ts")).capabilitySwitchCommands,
  ],
  planning: [async () => (await import("./planning.ts")).planningCommands],
  run: [async () => (await import("./run.ts")).runCommands],
  lifecycle: [async () => (await import("./lifecycle.ts")).lifecycleCommands],
  step: [async () => (await import("./step.ts")).stepCommands],
  help: [async () => [(await import("./help.ts")).helpCommand(allRows)]],
};

/** A family that has one obvious command may be called without naming it. */
const DEFAULTS: Readonly<Record<string, string>> = {
  config: "explain",
  help: "show",
  next: "show",
  progress: "show",
  state: "load",
};

export const FAMILY_NAMES: readonly string[] = Object.keys(FAMILIES);

export async function allRows(): Promise<Rows> {
  return (await Promise.all(FAMILY_NAMES.map(rowsOf))).flat();
}

export async function findRow(family: string, subcommand: string): Promise<CommandRow | undefined> {
  const name = subcommand === "" ? (DEFAULTS[family] ?? "") : subcommand;
  const spelled = family === "check" ? name.replaceAll(".", "-") : name;
  for (const part of partsOf(family)) {
    const found = (await part()).find((row) => row.family === family && row.name === spelled);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The commands of a family; none where there is no such family. */
export async function rowsOf(family: string): Promise<Rows> {
  const parts = await Promise.all(partsOf(family).map((part) => part()));
  return parts.flat().filter((row) => row.family === family);
}

function partsOf(family: string): readonly (() => Promise<Rows>)[] {
  return Object.hasOwn(FAMILIES, family) ? (FAMILIES[family] ?? []) : [];
}
