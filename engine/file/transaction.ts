import { createHash, randomBytes } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { EngineError } from "../error.ts";
import { isJsonObject, type Json } from "../json.ts";
import { replaceFile, type StagedFile, stageFile } from "./atomic-write.ts";
import { diskOperations, type FileOperations } from "./operations.ts";

/** One file of a transaction, relative to the root. */
export interface FileChange {
  readonly path: string;
  readonly content: string;
}

export interface Recovery {
  /** Files that an interrupted transaction had not replaced yet and that are replaced now. */
  readonly finished: readonly string[];
  /** Files that someone else has changed in between; they were left as they are. */
  readonly conflicts: readonly string[];
}

interface JournalEntry {
  readonly path: string;
  /** SHA-256 (hex) of the old content, null for a new file. */
  readonly before: string | null;
  readonly content: string;
}

/** Lies in the first folder of the changed paths, so that one lock on that folder covers it. */
const JOURNAL = ".transaction.json";
const TEMPORARY = /^\.transaction\.[0-9a-f]+(?:\..+)?\.tmp$/;
const MAX_JOURNAL = 64 * 1024 * 1024;

/**
 * Replaces several files below `root/folder` so that either all change or none. The caller holds the lock of `folder`.
 *
 * The new contents are first written to one journal, which appears under its name in a single step; from then on
 * `recoverTransactions` finishes the work after a kill. An error before the last file is in place takes the old
 * contents back. Throws `EngineError` `FILE_UNWRITABLE` or `PATH_REFUSED`, naming the file.
 */
export function replaceFiles(
  root: string,
  folder: string,
  changes: readonly FileChange[],
  operations: FileOperations = diskOperations,
): void {
  const [only] = changes;
  if (only === undefined) return;
  if (changes.length === 1) {
    replaceFile(root, only.path, only.content, operations);
    return;
  }
  const old = changes.map((change) => readOrNull(join(root, change.path)));
  const entries = changes.map((change, index) => ({ ...change, before: digestOf(old[index] ?? null) }));
  const id = randomBytes(6).toString("hex");
  writeJournal(root, folder, entries, id, operations);
  const staged: StagedFile[] = [];
  let placed = 0;
  try {
    for (const entry of entries) {
      const name = `.transaction.${id}.${posix.basename(entry.path)}.tmp`;
      staged.push(stageFile(root, entry.path, entry.content, operations, name));
    }
    for (const file of staged) {
      file.place();
      placed++;
    }
  } catch (error) {
    takeBack(root, folder, { changes, old, staged, placed }, operations);
    throw error;
  }
  removeJournal(root, folder, operations);
}

/**
 * Finishes a transaction below `root/folder` that was interrupted by a kill. The caller holds the lock of `folder`.
 * Costs one directory listing when there is none.
 */
export function recoverTransactions(
  root: string,
  folder: string,
  operations: FileOperations = diskOperations,
): Recovery {
  const finished: string[] = [];
  const conflicts: string[] = [];
  const folders = new Set([folder]);
  const journal = readOrNull(join(root, folder, JOURNAL));
  if (journal !== null) {
    for (const entry of parseJournal(journal, folder) ?? []) {
      folders.add(posix.dirname(entry.path));
      const now = digestOf(readOrNull(join(root, entry.path)));
      if (now === digestOf(entry.content)) continue;
      if (now !== entry.before) conflicts.push(entry.path);
      else {
        replaceFile(root, entry.path, entry.content, operations);
        finished.push(entry.path);
      }
    }
    removeJournal(root, folder, operations);
  }
  for (const path of folders) sweep(join(root, path), operations);
  return { finished, conflicts };
}

interface Progress {
  readonly changes: readonly FileChange[];
  readonly old: readonly (string | null)[];
  readonly staged: readonly StagedFile[];
  readonly placed: number;
}

/** Should this fail too, the journal stays, and the next recovery brings all files to the new contents. */
function takeBack(root: string, folder: string, progress: Progress, operations: FileOperations): void {
  for (const file of progress.staged.slice(progress.placed)) file.discard();
  for (let index = progress.placed; index >= 0; index--) {
    const path = progress.changes[index]?.path;
    const content = progress.old[index];
    if (path === undefined || content === undefined) continue;
    if (readOrNull(join(root, path)) === content) continue;
    if (content === null) operations.remove(join(root, path));
    else replaceFile(root, path, content, operations);
  }
  removeJournal(root, folder, operations);
}

function writeJournal(
  root: string,
  folder: string,
  entries: readonly JournalEntry[],
  id: string,
  operations: FileOperations,
): void {
  const path = `${folder}/${JOURNAL}`;
  const content = JSON.stringify({ version: 1, files: entries });
  try {
    stageFile(root, path, content, operations, `.transaction.${id}.tmp`).place();
  } catch (error) {
    if (readOrNull(join(root, path)) === content) operations.remove(join(root, path));
    throw error;
  }
}

function removeJournal(root: string, folder: string, operations: FileOperations): void {
  operations.remove(join(root, folder, JOURNAL));
  operations.syncFolder(join(root, folder));
}

/** Null for a journal that we did not write: it is dropped and changes nothing. */
function parseJournal(text: string, folder: string): JournalEntry[] | null {
  try {
    const journal: unknown = JSON.parse(text);
    if (!isJsonObject(journal) || journal.version !== 1 || !Array.isArray(journal.files)) return null;
    const entries = journal.files.map((file: Json) => parseEntry(file, folder));
    return entries.includes(null) ? null : (entries as JournalEntry[]);
  } catch {
    return null;
  }
}

function parseEntry(file: Json, folder: string): JournalEntry | null {
  if (!isJsonObject(file)) return null;
  const { path, before, content } = file;
  if (typeof path !== "string" || typeof content !== "string") return null;
  if (before !== null && typeof before !== "string") return null;
  return path.startsWith(`${folder}/`) && !path.includes("..") ? { path, before, content } : null;
}

/** Temporary files of a transaction that was killed. Nobody else writes them while we hold the lock. */
function sweep(folder: string, operations: FileOperations): void {
  for (const name of readdirSync(folder)) if (TEMPORARY.test(name)) operations.remove(join(folder, name));
}

function readOrNull(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isFile() && stats.size <= MAX_JOURNAL) return readFileSync(path, "utf8");
  throw new EngineError("PATH_REFUSED", `${path} is not a regular file of a usable size.`, {
    remedy: "Remove what stands in its place.",
    data: { file: path, code: "not_regular_file" },
  });
}

function digestOf(content: string | null): string | null {
  return content === null ? null : createHash("sha256").update(content).digest("hex");
}
