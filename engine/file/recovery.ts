import { lstatSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { makeFolders, replaceFile, writablePath } from "./atomic-write.ts";
import { digestOrNull, identityOf, type JournalStep, readJournal, readOrNull, removeJournal } from "./journal.ts";
import { diskOperations, type FileOperations } from "./operations.ts";
import { isAlive } from "./process-identity.ts";

export interface Recovery {
  /** Files and folders that an interrupted transaction had not changed yet and that are changed now. */
  readonly finished: readonly string[];
  /** Those that someone else has changed in between; they were left as they are. */
  readonly conflicts: readonly string[];
}

const STAGED = /^\.transaction\.[0-9a-f]+(?:\..+)?\.tmp$/;
const WASTE = /^\.removed\.[0-9a-f]+$/;
/** A temporary file names the process that writes it. */
const TEMPORARY = /\.(\d+)-(?:[0-9a-f]{12}|[0-9a-f]{24})\.tmp$/;

/**
 * Finishes a transaction below `root/folder` that was interrupted by a kill, and clears away what killed processes
 * left. The caller holds the lock of `folder`. Costs one directory listing when there is nothing to do. A journal that
 * is not ours is dropped and changes nothing.
 */
export function recoverTransactions(
  root: string,
  folder: string,
  operations: FileOperations = diskOperations,
): Recovery {
  const finished: string[] = [];
  const conflicts: string[] = [];
  const folders = new Set([folder]);
  const journal = readJournal(root, folder);
  if (journal !== null) {
    for (const step of journal === "foreign" ? [] : journal.steps) {
      const path = step.kind === "move" ? step.to : step.path;
      const outcome = step.kind === "move" ? redoMove(root, step, operations) : redoWrite(root, step, operations);
      if (step.kind === "write") folders.add(posix.dirname(path));
      if (outcome === "finished") finished.push(path);
      else if (outcome === "conflict") conflicts.push(path);
    }
    removeJournal(root, folder, operations);
  }
  for (const path of folders) sweep(join(root, path), operations);
  return { finished: finished.filter((path) => !path.includes("/.removed.")), conflicts };
}

type Outcome = "done" | "finished" | "conflict";

function redoMove(root: string, step: Extract<JournalStep, { kind: "move" }>, operations: FileOperations): Outcome {
  const from = identityOf(join(root, step.from));
  const to = identityOf(join(root, step.to));
  if (to === step.identity) return "done";
  if (to !== null) return from === step.identity ? "conflict" : "done";
  if (from === null) return "conflict";
  makeFolders(root, step.to, operations);
  operations.rename(writablePath(root, step.from).abs, writablePath(root, step.to).abs);
  return "finished";
}

function redoWrite(root: string, step: Extract<JournalStep, { kind: "write" }>, operations: FileOperations): Outcome {
  const now = digestOrNull(readOrNull(join(root, step.path)));
  if (now === digestOrNull(step.content)) return "done";
  if (now !== step.before) return "conflict";
  replaceFile(root, step.path, step.content, operations);
  return "finished";
}

/** Nobody else writes staged files while we hold the lock; other temporary files may belong to a living process. */
function sweep(folder: string, operations: FileOperations): void {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return;
  for (const name of readdirSync(folder)) {
    const owner = TEMPORARY.exec(name)?.[1];
    if (WASTE.test(name)) operations.removeFolder(join(folder, name));
    else if (STAGED.test(name) || (owner !== undefined && !isAlive(Number(owner)))) {
      operations.remove(join(folder, name));
    }
  }
}
