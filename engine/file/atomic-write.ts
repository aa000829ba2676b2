import { lstatSync, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { EngineError } from "../error.ts";
import { type Confined, confine } from "./confine.ts";
import { confineWords } from "./confine-words.ts";
import { randomHex } from "./digest.ts";
import { diskOperations, type FileOperations, systemCode } from "./operations.ts";
import { systemWords } from "./system-problem.ts";

/** A new content that lies beside its target, on disk but not yet in place. */
export interface StagedFile {
  /** Relative to the root. */
  readonly rel: string;
  /** Puts the content in place. Throws `EngineError`. */
  place(): void;
  discard(): void;
}

/**
 * Replaces a file below `root` as a whole: a reader sees the old bytes or the new ones, also after a kill or a power
 * cut. Missing folders are made; the mode of an existing file is kept, a new file is readable by its owner only.
 * Throws `EngineError` `PATH_REFUSED`, or `FILE_UNWRITABLE` with `data.file` and the system's `data.code`; then the old
 * bytes stand.
 */
export function replaceFile(
  root: string,
  relativePath: string,
  content: string | Uint8Array,
  operations: FileOperations = diskOperations,
): void {
  stageFile(root, relativePath, content, operations).place();
}

/** The first half of `replaceFile`: all that needs space on disk. `name` is the temporary file's, when it must be known. */
export function stageFile(
  root: string,
  relativePath: string,
  content: string | Uint8Array,
  operations: FileOperations,
  name?: string,
): StagedFile {
  const target = writablePath(root, relativePath);
  const folder = dirname(target.abs);
  const temporary = join(folder, name ?? temporaryName(target.rel));
  const discard = () => attempt(target.rel, () => operations.remove(temporary));
  makeFolders(root, target.rel, operations);
  const before = folderIdentity(folder, target.rel);
  try {
    operations.create(temporary, content, modeOf(target.abs));
  } catch (error) {
    quietly(() => operations.remove(temporary));
    throw unwritable(target.rel, error);
  }
  const place = () => {
    try {
      writablePath(root, target.rel);
      if (folderIdentity(folder, target.rel) !== before) throw raced(target.rel);
      operations.rename(temporary, target.abs);
    } catch (error) {
      quietly(() => operations.remove(temporary));
      throw error instanceof EngineError ? error : unwritable(target.rel, error);
    }
    attempt(target.rel, () => operations.syncFolder(folder));
  };
  return { rel: target.rel, place, discard };
}

export function temporaryName(rel: string): string {
  return `.${basename(rel)}.${process.pid}-${randomHex(6)}.tmp`;
}

/** Where a path lies that may be written to. Throws `EngineError` `PATH_REFUSED`. */
export function writablePath(root: string, path: string): Extract<Confined, { ok: true }> {
  const target = confine(root, path, "state");
  if (target.ok) return target;
  throw new EngineError("PATH_REFUSED", `${path} may not be written: ${confineWords(target.code)}.`, {
    remedy: "Write to a plain path below the project folder, with no link on the way.",
    data: { file: path, code: target.code },
  });
}

/** Makes the folders above a file that are not there yet. Throws `EngineError`. */
export function makeFolders(root: string, rel: string, operations: FileOperations): void {
  const parents = rel.split("/").slice(0, -1);
  for (let depth = 1; depth <= parents.length; depth++) {
    const parent = parents.slice(0, depth).join("/");
    const { abs } = writablePath(root, parent);
    attempt(rel, () => {
      if (lstatSync(abs, { throwIfNoEntry: false }) === undefined) operations.makeFolder(abs);
    });
    writablePath(root, parent);
  }
}

function folderIdentity(folder: string, rel: string): string {
  return attempt(rel, () => {
    const stats: Stats = lstatSync(folder);
    if (!stats.isDirectory()) throw raced(rel);
    return `${stats.dev}:${stats.ino}`;
  });
}

function modeOf(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0o600 : stats.mode & 0o777;
}

function attempt<T>(rel: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw error instanceof EngineError ? error : unwritable(rel, error);
  }
}

/** For tidying up after a failure that is reported anyway. */
function quietly(step: () => void): void {
  try {
    step();
  } catch {
    return;
  }
}

function raced(rel: string): EngineError {
  return new EngineError("PATH_REFUSED", `The folder of ${rel} was replaced while it was being written.`, {
    remedy: "Try again when nothing else moves folders in the project.",
    data: { file: rel, code: "raced" },
  });
}

export function unwritable(rel: string, cause: unknown): EngineError {
  const code = systemCode(cause);
  return new EngineError(
    "FILE_UNWRITABLE",
    `${rel} could not be written: ${systemWords(cause)}. The old content stands.`,
    {
      remedy: code === "ENOSPC" ? "Free some space on the disk and try again." : "Check the file and its folder.",
      data: { file: rel, code },
      cause,
    },
  );
}
