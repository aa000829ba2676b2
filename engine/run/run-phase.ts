import type { Step } from "../loop/points.ts";

/** What a run goes through. */
export type RunPhase = "init" | "ideate" | "plan" | "build" | "qa" | "ops";

const RUN_PHASES: Readonly<Record<Step, RunPhase>> = {
  discuss: "ideate",
  plan: "plan",
  execute: "build",
  verify: "qa",
  ship: "ops",
};

/** Phases as the event log has them; shipping has none there. */
const LOG_PHASES: Readonly<Record<Step, string | null>> = {
  discuss: "brainstorm",
  plan: "plan",
  execute: "execute",
  verify: "verify",
  ship: null,
};

export function runPhaseOf(step: Step): RunPhase {
  return RUN_PHASES[step];
}

export function logPhaseOf(step: Step): string | null {
  return LOG_PHASES[step];
}
