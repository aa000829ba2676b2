import { realpathSync } from "node:fs";
import { sep } from "node:path";
import { configDirOf } from "./host-profile.ts";

export interface Homes {
  /** Holds the user's own overlays and their ledger. */
  readonly overlays: string;
  /** Holds what a person decided: consent and waivers. Never inside the project. */
  readonly decisions: string;
  /** Where the running host keeps its own configuration. */
  readonly hostConfig: string;
}

export interface HomeFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly root: string;
  /** Id of the running host. */
  readonly host: string;
}

/** `GSD_HOME` moves the user's overlays; it moves decisions too, unless it leads into the project. */
export function homesOf({ env, home, root, host }: HomeFacts): Homes {
  const overlays = env.GSD_HOME || home;
  const real = `${realPathOf(overlays)}${sep}`;
  const decisions = real.startsWith(`${realPathOf(root)}${sep}`) ? home : overlays;
  return { overlays, decisions, hostConfig: configDirOf(host, home, env) };
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A folder that is not there yet has no other name.
    return path;
  }
}
