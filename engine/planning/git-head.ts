import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const COMMIT = /^[0-9a-f]{40,64}$/;
const MAX_BYTES = 16 * 1024 * 1024;

/** The commit that is checked out in the repository around a folder, read from its files; null when there is none. */
export function readGitHead(folder: string): string | null {
  const git = gitFolder(folder);
  if (git === null) return null;
  const head = text(join(git, "HEAD"))?.trim() ?? "";
  if (COMMIT.test(head)) return head;
  const name = /^ref: (refs\/[^\s]+)$/.exec(head)?.[1];
  if (name === undefined || name.split("/").includes("..")) return null;
  const common = text(join(git, "commondir"))?.trim();
  const shared = common === undefined ? git : resolve(git, common);
  return looseRef(git, name) ?? looseRef(shared, name) ?? packedRef(shared, name);
}

function looseRef(git: string, name: string): string | null {
  const commit = text(join(git, name))?.trim() ?? "";
  return COMMIT.test(commit) ? commit : null;
}

function packedRef(git: string, name: string): string | null {
  const line = text(join(git, "packed-refs"))
    ?.split("\n")
    .find((candidate) => candidate.endsWith(` ${name}`));
  const commit = line?.split(" ")[0] ?? "";
  return COMMIT.test(commit) ? commit : null;
}

/** The folder itself for a repository; for a linked worktree or a submodule, the one that its `.git` file names. */
function gitFolder(start: string): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, ".git");
    const stats = statOf(path);
    if (stats?.isDirectory()) return path;
    const link = stats === undefined ? undefined : /^gitdir:\s*(.+?)\s*$/m.exec(text(path) ?? "")?.[1];
    if (link !== undefined) return resolve(folder, link);
    if (folder === dirname(folder)) return null;
  }
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function text(path: string): string | null {
  const stats = statOf(path);
  if (stats === undefined || !stats.isFile() || stats.size > MAX_BYTES) return null;
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
