import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export interface GitFolder {
  /** Where git keeps what belongs to this working tree: `HEAD`, `index`. */
  readonly path: string;
  /** The folder that is checked out. */
  readonly workTree: string;
}

const MAX_BYTES = 16 * 1024 * 1024;

/** The repository around a folder; for a linked worktree or a submodule, the one that its `.git` file names. */
export function gitFolder(start: string): GitFolder | null {
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, ".git");
    const stats = statOf(path);
    if (stats?.isDirectory()) return { path, workTree: folder };
    const link = stats === undefined ? undefined : /^gitdir:\s*(.+?)\s*$/m.exec(gitText(path) ?? "")?.[1];
    if (link !== undefined) return { path: resolve(folder, link), workTree: folder };
    if (folder === dirname(folder)) return null;
  }
}

/** The text of one of git's files; null when there is none, or it is far too long. */
export function gitText(path: string): string | null {
  const stats = statOf(path);
  if (stats === undefined || !stats.isFile() || stats.size > MAX_BYTES) return null;
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
