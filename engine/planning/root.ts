import { readFileSync, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import { isJsonObject, type Json } from "../json.ts";
import { lookupConfig, readConfig } from "./config.ts";

export interface RootOptions {
  /** The user's home. The search for a project never reaches it from below. */
  readonly home: string;
  /** Default: the running system. */
  readonly platform?: NodeJS.Platform;
}

const MAX_LEVELS = 10;

type Paths = typeof posix;

/**
 * The folder whose `.planning/` a start folder belongs to: its own, that of an ancestor that claims it, the nearest
 * one in the same repository, the main worktree's for a linked worktree without its own; else `start` itself.
 */
export function findProjectRoot(start: string, options: RootOptions): string {
  const paths = pathsOf(options.platform);
  const begin = paths.resolve(start);
  if (hasPlanning(paths, begin)) return begin;
  const way = ancestors(paths, begin, options.home);
  const git = [begin, ...way].findIndex((folder) => exists(paths.join(folder, ".git")));
  const repository = git === -1 ? null : ([begin, ...way][git] ?? null);
  const main = repository === null ? null : mainWorktree(paths, repository);
  const own = git === -1 ? [] : way.slice(0, git);
  if (main !== null && hasPlanning(paths, main) && !own.some((folder) => hasPlanning(paths, folder))) return main;
  const planned = way.filter((folder) => hasPlanning(paths, folder));
  const claiming = planned.find((folder) => claims(paths, folder, begin));
  if (claiming !== undefined) return claiming;
  const reachable = (folder: string) => git === -1 || way.indexOf(folder) < git;
  const insideGit = git !== -1;
  const joined = planned.find((folder) => (insideGit && isMultiRepo(paths, folder)) || reachable(folder));
  return joined ?? begin;
}

export interface HostFolders {
  readonly directory: string;
  /** Outside a repository a host may name the root of the file system here. */
  readonly worktree: string;
}

/** The project root for the two folders that a host names. Never the root of a file system: then null. */
export function projectFolder(folders: HostFolders, options: RootOptions): string | null {
  const paths = pathsOf(options.platform);
  const start = [folders.directory, folders.worktree].find((folder) => isFolderName(paths, folder));
  if (start === undefined) return null;
  const root = findProjectRoot(start, options);
  return isFolderName(paths, root) ? root : start;
}

function isFolderName(paths: Paths, folder: string): boolean {
  if (folder.trim() === "" || !paths.isAbsolute(folder)) return false;
  const full = paths.resolve(folder);
  return paths.parse(full).root !== full;
}

/** From the parent up, at most ten, ending below the home and below the root of the file system. */
function ancestors(paths: Paths, start: string, home: string): string[] {
  const way: string[] = [];
  const stop = paths.resolve(home);
  if (start === stop) return way;
  let folder = paths.dirname(start);
  while (way.length < MAX_LEVELS && folder !== stop && folder !== paths.dirname(folder)) {
    way.push(folder);
    folder = paths.dirname(folder);
  }
  return way;
}

function claims(paths: Paths, folder: string, start: string): boolean {
  const top = paths.relative(folder, start).split(paths.sep)[0] ?? "";
  const listed = setting(paths, folder, "planning.sub_repos");
  if (!Array.isArray(listed)) return false;
  return listed.some((item: Json) => typeof item === "string" && paths.normalize(item).split(paths.sep)[0] === top);
}

function isMultiRepo(paths: Paths, folder: string): boolean {
  return setting(paths, folder, "multiRepo") === true;
}

function setting(paths: Paths, folder: string, key: string): Json | undefined {
  const text = textOf(paths.join(folder, ".planning", "config.json"));
  const reading = text === null ? null : readConfig(text);
  return reading?.ok === true && isJsonObject(reading.config) ? lookupConfig(reading.config, key) : undefined;
}

/** The main worktree of a linked one, by the files that git-worktree(1) keeps; null for anything else. */
function mainWorktree(paths: Paths, repository: string): string | null {
  const link = /^gitdir:\s*(.+?)\s*$/m.exec(textOf(paths.join(repository, ".git")) ?? "")?.[1];
  if (link === undefined) return null;
  const gitFolder = paths.resolve(repository, link);
  const common = textOf(paths.join(gitFolder, "commondir"))?.trim();
  if (common === undefined) return null;
  const shared = paths.resolve(gitFolder, common);
  return paths.basename(shared) === ".git" ? paths.dirname(shared) : null;
}

function hasPlanning(paths: Paths, folder: string): boolean {
  return statOf(paths.join(folder, ".planning"))?.isDirectory() === true;
}

function exists(path: string): boolean {
  return statOf(path) !== undefined;
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() && stats.size < 1_048_576 ? readFileSync(path, "utf8") : null;
  } catch {
    return null;
  }
}

function pathsOf(platform: NodeJS.Platform | undefined): Paths {
  return (platform ?? process.platform) === "win32" ? win32 : posix;
}
