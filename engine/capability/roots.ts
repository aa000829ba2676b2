import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../file/operations.ts";
import type { Scope } from "./registry.ts";
import type { WatchedPaths } from "./watched-paths.ts";

export interface OverlayRoot {
  readonly scope: Scope;
  /** Real path of the folder that holds one folder per capability. */
  readonly folder: string;
  /** Folder with the ledger of this scope. */
  readonly base: string;
}

export function capabilitiesFolder(base: string): string {
  return join(base, ".gsd", "capabilities");
}

/** Whether anything lies where overlays are looked for. Nothing of it is read. */
export function hasOverlays(home: string, root: string): boolean {
  return [home, root].some((base) => {
    try {
      return readdirSync(capabilitiesFolder(base)).some((name) => !name.startsWith("."));
    } catch {
      // What cannot be listed cannot be loaded.
      return false;
    }
  });
}

/**
 * Where overlays lie: in the user's home, then in the project. A home that is the project, or a link to it, is the
 * project: what a repository carries is never trusted as the user's own.
 */
export function overlayRoots(home: string, root: string, watched: WatchedPaths): readonly OverlayRoot[] {
  const paths = { global: capabilitiesFolder(home), project: capabilitiesFolder(root) };
  for (const base of [home, root]) {
    watched.note(join(base, ".gsd"));
    watched.note(capabilitiesFolder(base));
  }
  const real = { global: realPath(paths.global), project: realPath(paths.project) };
  const project: OverlayRoot[] = real.project === null ? [] : [{ scope: "project", folder: real.project, base: root }];
  if (real.global === null) return project;
  const isSame = real.global === real.project;
  const scope = isProject(root) && !isAbsent(paths.project) && (real.project === null || isSame) ? "project" : "global";
  const first: OverlayRoot = { scope, folder: real.global, base: home };
  if (isSame) for (const mark of [".planning", ".git"]) watched.note(join(root, mark));
  if (!isSame) return [first, ...project];
  return [scope === "project" ? { ...first, base: root } : first];
}

function isProject(root: string): boolean {
  const planning = statOrNull(join(root, ".planning"));
  return planning?.isDirectory() === true || statOrNull(join(root, ".git")) !== null;
}

/** True only when it is certain that nothing is there. */
function isAbsent(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    return systemCode(error) === "ENOTDIR";
  }
}

function statOrNull(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
