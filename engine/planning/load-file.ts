import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { relative, sep } from "node:path";
import { gitBlobId, sha256 } from "../file/digest.ts";

/** Larger planning files are reported instead of read. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

export interface ReadProblem {
  readonly code: "file_too_large" | "link_outside_project" | "not_regular_file" | "file_unreadable";
  readonly message: string;
}

export interface Listing {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Names of links that lead outside the project. */
  readonly outside: readonly string[];
}

export type Loaded<T> =
  | { readonly kind: "value"; readonly stamp: string; readonly value: T; readonly mtime: number }
  | { readonly kind: "absent"; readonly stamp: string }
  | { readonly kind: "problem"; readonly stamp: string; readonly problem: ReadProblem };

const ABSENT = "absent";
const IF_ANY = { throwIfNoEntry: false } as const;
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The root as the caller names it, and where it really is. */
export interface ReadRoot {
  readonly path: string;
  readonly real: string;
}

export function loadText(root: ReadRoot, path: string): Loaded<string> {
  return loadBytes(root, path, (bytes) => bytes.toString("utf8"));
}

/** SHA-256 of the content, in hex. Every folder on the way is checked, since the path may come from a file. */
export function loadDigest(root: ReadRoot, path: string): Loaded<string> {
  try {
    if (!isInside(root.real, realpathSync(fullPath(root, path)))) return outside(stampAt(root, path));
  } catch (error) {
    return failure(error, stampAt(root, path));
  }
  return loadBytes(root, path, (bytes) => sha256(bytes));
}

/** SHA-1 of the content as git names it (gitformat-loose, "blob"), for a file whose folders are known to be ours. */
export function loadBlob(root: ReadRoot, path: string): Loaded<string> {
  return loadBytes(root, path, (bytes) => gitBlobId(bytes));
}

/** Entries of a folder in byte order of their names, without hidden files and locks. Links count as what they lead to, if that is in the project. */
export function loadFolder(root: ReadRoot, path: string): Loaded<Listing> {
  const target = resolveLink(root, path);
  if (typeof target !== "string") return target;
  try {
    const stats = lstatSync(target);
    const stamp = stampOf(stats);
    if (!stats.isDirectory()) return problem(stamp, "not_regular_file", "It is not a folder.");
    return { kind: "value", stamp, value: listFolder(root, path, target), mtime: stats.mtimeMs };
  } catch (error) {
    return failure(error, stampAt(root, path));
  }
}

/** Of the thing itself, also where it is a link; undefined when there is none or it may not be asked. */
export function statsAt(root: ReadRoot, path: string): Stats | undefined {
  try {
    return lstatSync(fullPath(root, path), IF_ANY);
  } catch {
    return undefined;
  }
}

/** `mtime:size:inode` of what a path leads to. */
export function stampAt(root: ReadRoot, path: string): string {
  const full = fullPath(root, path);
  try {
    const stats = lstatSync(full, IF_ANY);
    if (stats === undefined) return ABSENT;
    if (!stats.isSymbolicLink()) return stampOf(stats);
    const real = realpathSync(full);
    return isInside(root.real, real) ? stampOf(lstatSync(real)) : stampOf(stats);
  } catch (error) {
    return `error ${codeOf(error)}`;
  }
}

function loadBytes<T>(root: ReadRoot, path: string, convert: (bytes: Buffer) => T): Loaded<T> {
  const target = resolveLink(root, path);
  if (typeof target !== "string") return target;
  let descriptor: number | null = null;
  try {
    descriptor = openSync(target, OPEN_FLAGS);
    const stats = fstatSync(descriptor);
    const stamp = stampOf(stats);
    if (!stats.isFile()) return problem(stamp, "not_regular_file", "It is not a regular file.");
    if (stats.size > MAX_FILE_BYTES) return problem(stamp, "file_too_large", "It is larger than 8 MiB.");
    return { kind: "value", stamp, value: convert(readFileSync(descriptor)), mtime: stats.mtimeMs };
  } catch (error) {
    return failure(error, stampAt(root, path));
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function listFolder(root: ReadRoot, path: string, folder: string): Listing {
  const files: string[] = [];
  const folders: string[] = [];
  const outsideNames: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith(".") || entry.name.endsWith(".lock")) continue;
    if (entry.isDirectory()) folders.push(entry.name);
    else if (!entry.isSymbolicLink()) files.push(entry.name);
    else {
      const target = resolveLink(root, `${path}/${entry.name}`);
      if (typeof target === "string") (lstatSync(target).isDirectory() ? folders : files).push(entry.name);
      else if (target.kind === "problem") outsideNames.push(entry.name);
    }
  }
  return { files: files.sort(byBytes), folders: folders.sort(byBytes), outside: outsideNames.sort(byBytes) };
}

/** The path to open, refusing a link that leads outside. */
function resolveLink(root: ReadRoot, path: string): string | Exclude<Loaded<never>, { kind: "value" }> {
  const full = fullPath(root, path);
  try {
    const stats = lstatSync(full, IF_ANY);
    if (stats === undefined) return { kind: "absent", stamp: ABSENT };
    if (!stats.isSymbolicLink()) return full;
    const real = realpathSync(full);
    return isInside(root.real, real) ? real : outside(stampOf(stats));
  } catch (error) {
    return failure(error, stampAt(root, path));
  }
}

function outside(stamp: string): { kind: "problem"; stamp: string; problem: ReadProblem } {
  return problem(stamp, "link_outside_project", "It is a link that leads outside the project.");
}

function problem(
  stamp: string,
  code: ReadProblem["code"],
  message: string,
): { kind: "problem"; stamp: string; problem: ReadProblem } {
  return { kind: "problem", stamp, problem: { code, message } };
}

function failure(error: unknown, stamp: string): Exclude<Loaded<never>, { kind: "value" }> {
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return { kind: "absent", stamp };
  return problem(stamp, "file_unreadable", `It cannot be read (${code}).`);
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "unknown";
}

/** Paths below the root are written with slashes, which every system takes. */
function fullPath(root: ReadRoot, path: string): string {
  return `${root.path}/${path}`;
}

function stampOf(stats: Stats): string {
  return `${stats.mtimeMs}:${stats.size}:${stats.ino}`;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !/^(?:[A-Za-z]:|[\\/])/.test(way);
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
