import { lstatSync, realpathSync, type Stats } from "node:fs";
import { isInside } from "../file/is-inside.ts";

/** The root as the caller names it, and where it really is. */
export interface ReadRoot {
  readonly path: string;
  readonly real: string;
}

/** What tells one state of a thing from the next, of the target where a path leads through a link. `Stats` fit. */
export interface Stamp {
  readonly mtimeMs: number;
  readonly size: number;
  readonly ino: number;
}

export const ABSENT: Stamp = { mtimeMs: 0, size: -1, ino: 0 };
const UNREADABLE: Stamp = { mtimeMs: 0, size: -2, ino: 0 };
const IF_ANY = { throwIfNoEntry: false } as const;

export function stampOf({ mtimeMs, size, ino }: Stats): Stamp {
  return { mtimeMs, size, ino };
}

export function isSameStamp(a: Stamp, b: Stamp): boolean {
  return a.mtimeMs === b.mtimeMs && a.size === b.size && a.ino === b.ino;
}

/** Never throws. */
export function stampAt(root: ReadRoot, path: string): Stamp {
  const full = fullPath(root, path);
  try {
    const stats = lstatSync(full, IF_ANY);
    if (stats === undefined) return ABSENT;
    if (!stats.isSymbolicLink()) return stampOf(stats);
    const real = realpathSync(full);
    return stampOf(isInside(root.real, real) ? lstatSync(real) : stats);
  } catch {
    return UNREADABLE;
  }
}

/** Of the thing itself, also where it is a link. Never throws. */
export function ownStampAt(root: ReadRoot, path: string): Stamp {
  try {
    return lstatSync(fullPath(root, path), IF_ANY) ?? ABSENT;
  } catch {
    return UNREADABLE;
  }
}

/** Paths below the root are written with slashes, which every system takes. */
export function fullPath(root: ReadRoot, path: string): string {
  return `${root.path}/${path}`;
}
