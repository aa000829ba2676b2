import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EngineError } from "../error.ts";
import { isJsonObject, type Json } from "../json.ts";
import { stageFile } from "./atomic-write.ts";
import { sha256 } from "./digest.ts";
import { journalPath } from "./journal-path.ts";
import type { FileOperations } from "./operations.ts";

/** One step of a transaction as it stands on disk until all of them are done. Paths are relative to the root. */
export type JournalStep =
  | {
      readonly kind: "move";
      readonly from: string;
      readonly to: string;
      /** Tells the moved thing from another one that takes its old name later in the same transaction. */
      readonly identity: string;
    }
  | {
      readonly kind: "write";
      readonly path: string;
      /** SHA-256 (hex) of the old content, null for a new file. */
      readonly before: string | null;
      readonly content: string;
    };

export interface Journal {
  readonly id: string;
  readonly steps: readonly JournalStep[];
}

const MAX_CONTENT = 64 * 1024 * 1024;

export function writeJournal(root: string, folder: string, journal: Journal, operations: FileOperations): void {
  const path = journalPath(folder);
  const content = JSON.stringify({ version: 2, ...journal });
  try {
    stageFile(root, path, content, operations, `.transaction.${journal.id}.tmp`).place();
  } catch (error) {
    if (readOrNull(join(root, path)) === content) operations.remove(join(root, path));
    throw error;
  }
}

export function removeJournal(root: string, folder: string, operations: FileOperations): void {
  operations.remove(join(root, journalPath(folder)));
  operations.syncFolder(join(root, folder));
}

/** Null when there is none; `foreign` for one that we did not write. */
export function readJournal(root: string, folder: string): Journal | "foreign" | null {
  const text = readOrNull(join(root, journalPath(folder)));
  if (text === null) return null;
  try {
    const journal: unknown = JSON.parse(text);
    if (!isJsonObject(journal) || journal.version !== 2 || !Array.isArray(journal.steps)) return "foreign";
    if (typeof journal.id !== "string" || !/^[0-9a-f]+$/.test(journal.id)) return "foreign";
    const steps = journal.steps.map((step: Json) => parseStep(step, folder));
    return steps.includes(null) ? "foreign" : { id: journal.id, steps: steps as JournalStep[] };
  } catch {
    return "foreign";
  }
}

function parseStep(step: Json, folder: string): JournalStep | null {
  if (!isJsonObject(step)) return null;
  const isInside = (path: unknown): path is string =>
    typeof path === "string" && path.startsWith(`${folder}/`) && !path.split("/").includes("..");
  if (step.kind === "move") {
    const { from, to, identity } = step;
    return isInside(from) && isInside(to) && typeof identity === "string" ? { kind: "move", from, to, identity } : null;
  }
  const { kind, path, before, content } = step;
  if (kind !== "write" || !isInside(path) || typeof content !== "string") return null;
  return before === null || typeof before === "string" ? { kind, path, before, content } : null;
}

/** The text of a regular file, null when there is none. Throws `EngineError` `PATH_REFUSED` for anything else. */
export function readOrNull(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isFile() && stats.size <= MAX_CONTENT) return readFileSync(path, "utf8");
  throw new EngineError("PATH_REFUSED", `${path} is not a regular file of a usable size.`, {
    remedy: "Remove what stands in its place.",
    data: { file: path, code: "not_regular_file" },
  });
}

export function digestOrNull(content: string | null): string | null {
  return content === null ? null : sha256(content);
}

/** What stays the same when a file or folder is renamed; null when nothing is there. */
export function identityOf(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}
