import { capabilityCommands } from "./capability.ts";
import { checkCommands } from "./check.ts";
import { gateCommands } from "./gate.ts";
import { guardCommands } from "./guard.ts";
import { loopCommands } from "./loop.ts";
import { phaseCommands } from "./phase.ts";
import { planningCommands } from "./planning.ts";
import { pointCommands } from "./point.ts";
import { positionCommands } from "./position.ts";
import type { CommandRow } from "./row.ts";
import { runCommands } from "./run.ts";
import { stateCommands } from "./state.ts";
import { stepCommands } from "./step.ts";
import { verifyCommands } from "./verify.ts";

/** Every command there is. Every door takes its commands from here. */
export const COMMANDS: readonly CommandRow[] = [
  ...positionCommands,
  ...pointCommands,
  ...stateCommands,
  ...verifyCommands,
  ...phaseCommands,
  ...gateCommands,
  ...checkCommands,
  ...guardCommands,
  ...loopCommands,
  ...capabilityCommands,
  ...planningCommands,
  ...runCommands,
  ...stepCommands,
];

/** A family that has one obvious command may be called without naming it. */
const DEFAULTS: Readonly<Record<string, string>> = { next: "show", progress: "show" };

export function findRow(family: string, subcommand: string): CommandRow | undefined {
  const name = subcommand === "" ? DEFAULTS[family] : subcommand;
  return COMMANDS.find((row) => row.family === family && row.name === name);
}
