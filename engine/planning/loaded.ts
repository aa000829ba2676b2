import { lstatSync, realpathSync, type Stats } from "node:fs";
import { isInside } from "../file/is-inside.ts";
import { systemWords } from "../file/system-problem.ts";
import { ABSENT, fullPath, type ReadRoot, type Stamp, stampAt, stampOf } from "./file-stamp.ts";

export interface ReadProblem {
  readonly code: "file_too_large" | "link_outside_project" | "not_regular_file" | "file_unreadable";
  readonly message: string;
}

/** What a path led to when it was read. */
export type Loaded<T> =
  | { readonly kind: "value"; readonly stamp: Stamp; readonly isLink: boolean; readonly value: T }
  | Unloaded;

export type Unloaded =
  | { readonly kind: "absent"; readonly stamp: Stamp; readonly isLink: boolean }
  | { readonly kind: "problem"; readonly stamp: Stamp; readonly isLink: boolean; readonly problem: ReadProblem };

/** Where to read: behind a link if it stays inside the project. */
export type Target =
  | { readonly kind: "target"; readonly path: string; readonly stats: Stats; readonly isLink: boolean }
  | Unloaded;

export function targetAt(root: ReadRoot, path: string): Target {
  const full = fullPath(root, path);
  try {
    const stats = lstatSync(full, { throwIfNoEntry: false });
    if (stats === undefined) return { kind: "absent", stamp: ABSENT, isLink: false };
    if (!stats.isSymbolicLink()) return { kind: "target", path: full, stats, isLink: false };
    const real = realpathSync(full);
    if (!isInside(root.real, real)) return outside(stampOf(stats));
    return { kind: "target", path: real, stats: lstatSync(real), isLink: true };
  } catch (error) {
    return failure(error, root, path);
  }
}

export function outside(stamp: Stamp): Unloaded {
  return problem("link_outside_project", "It is a link that leads outside the project.", stamp, true);
}

export function problem(code: ReadProblem["code"], message: string, stamp: Stamp, isLink: boolean): Unloaded {
  return { kind: "problem", stamp, isLink, problem: { code, message } };
}

/** What failed is looked at again as if it were a link: that sees through both. */
export function failure(error: unknown, root: ReadRoot, path: string): Unloaded {
  const stamp = stampAt(root, path);
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return { kind: "absent", stamp, isLink: true };
  return problem("file_unreadable", `It cannot be read: ${systemWords(error)}.`, stamp, true);
}
