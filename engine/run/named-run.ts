import { existsSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { isSafeId } from "./safe-id.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The run that a process is to work at by the word of its environment. */
export interface NamedRun {
  readonly id: string;
  readonly folder: string;
}

/**
 * `GUILD_RUN_DIR`, where it is an absolute path, or else `GUILD_RUN_ID`. An id that no run of this project has is the
 * word of another project's run, and says nothing here.
 */
export function namedRun(env: Environment, runs: () => string): NamedRun | null {
  const id = isSafeId(env.GUILD_RUN_ID) ? env.GUILD_RUN_ID : null;
  const folder = env.GUILD_RUN_DIR ?? "";
  if (isAbsolute(folder)) return { id: id ?? basename(folder), folder };
  if (id === null) return null;
  const own = join(runs(), id);
  return existsSync(join(own, "run.yaml")) ? { id, folder: own } : null;
}

/** Why this process may not write to the run that its environment names. */
export interface RunRefusal {
  readonly run: string;
  readonly reason: "run_not_held" | "run_revoked";
  readonly message: string;
  readonly remedy: string;
}

export function notHeld(run: string, presented: string): RunRefusal {
  const what = presented === "" ? "GUILD_RUN_BINDING_REF is not set" : "GUILD_RUN_BINDING_REF is not that of the run";
  return {
    run,
    reason: "run_not_held",
    message: `Nothing is written to the run ${run}, which this process's environment names: ${what}`,
    remedy: `\`loopwright run env\` in a person's terminal shows the right one. ${OTHERWISE}`,
  };
}

export function revoked(run: string): RunRefusal {
  return {
    run,
    reason: "run_revoked",
    message: `Nothing is written to the run ${run}, which this process's environment names: it is closed`,
    remedy: OTHERWISE,
  };
}

const OTHERWISE = "To work at the project's open run, unset GUILD_RUN_DIR and GUILD_RUN_ID and start again.";
