import { join, resolve } from "node:path";
import { gitFolder, gitText } from "./git-folder.ts";

const COMMIT = /^[0-9a-f]{40,64}$/;

/** The commit that is checked out in the repository around a folder, read from its files; null when there is none. */
export function readGitHead(folder: string): string | null {
  const git = gitFolder(folder)?.path ?? null;
  if (git === null) return null;
  const head = gitText(join(git, "HEAD"))?.trim() ?? "";
  if (COMMIT.test(head)) return head;
  const name = /^ref: (refs\/[^\s]+)$/.exec(head)?.[1];
  if (name === undefined || name.split("/").includes("..")) return null;
  const common = gitText(join(git, "commondir"))?.trim();
  const shared = common === undefined ? git : resolve(git, common);
  return looseRef(git, name) ?? looseRef(shared, name) ?? packedRef(shared, name);
}

function looseRef(git: string, name: string): string | null {
  const commit = gitText(join(git, name))?.trim() ?? "";
  return COMMIT.test(commit) ? commit : null;
}

function packedRef(git: string, name: string): string | null {
  const line = gitText(join(git, "packed-refs"))
    ?.split("\n")
    .find((candidate) => candidate.endsWith(` ${name}`));
  const commit = line?.split(" ")[0] ?? "";
  return COMMIT.test(commit) ? commit : null;
}
