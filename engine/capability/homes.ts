import { realpathSync } from "node:fs";
import { sep } from "node:path";

export interface Homes {
  /** Holds the user's own overlays and their ledger. */
  readonly overlays: string;
  /** Holds what a person decided: consent and waivers. Never inside the project. */
  readonly decisions: string;
}

/** `GSD_HOME` moves the user's overlays; it moves decisions too, unless it leads into the project. */
export function homesOf(env: Readonly<Record<string, string | undefined>>, home: string, root: string): Homes {
  const overlays = env.GSD_HOME || home;
  const real = `${realPathOf(overlays)}${sep}`;
  return { overlays, decisions: real.startsWith(`${realPathOf(root)}${sep}`) ? home : overlays };
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A folder that is not there yet has no other name.
    return path;
  }
}
