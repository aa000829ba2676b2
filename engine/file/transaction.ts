import { lstatSync, rmdirSync } from "node:fs";
import { join, posix } from "node:path";
import { EngineError } from "../error.ts";
import { makeFolders, replaceFile, type StagedFile, stageFile, unwritable, writablePath } from "./atomic-write.ts";
import { randomHex } from "./digest.ts";
import { digestOrNull, identityOf, type JournalStep, readOrNull, removeJournal, writeJournal } from "./journal.ts";
import { diskOperations, type FileOperations, systemCode } from "./operations.ts";

/** One change of a transaction. Paths are relative to the root; moves and removals take files and whole folders. */
export type FileChange =
  | { readonly kind: "write"; readonly path: string; readonly content: string }
  | { readonly kind: "move"; readonly from: string; readonly to: string }
  | { readonly kind: "remove"; readonly path: string };

/**
 * Changes several files and folders below `root/folder` so that either all changes happen or none. The caller holds
 * the lock of `folder`. Moves and removals happen first, in their order, then the writes, whose paths are those after
 * the moves.
 *
 * All of it is first written to one journal, which appears under its name in a single step; from then on
 * `recoverTransactions` finishes the work after a kill. An error before the last change is in place takes everything
 * back. Throws `EngineError` `FILE_UNWRITABLE` or `PATH_REFUSED`, naming the file.
 */
export function changeFiles(
  root: string,
  folder: string,
  changes: readonly FileChange[],
  operations: FileOperations = diskOperations,
): void {
  const [only] = changes;
  if (only === undefined) return;
  if (changes.length === 1 && only.kind === "write") replaceFile(root, only.path, only.content, operations);
  else if (changes.length === 1 && only.kind === "remove" && isFile(join(root, only.path))) {
    removeFile(root, only.path, operations);
  } else new Transaction(root, folder, operations).run(changes);
}

/** What is removed is first moved here, so that it can be taken back. */
export function wasteFolder(folder: string, id: string): string {
  return `${folder}/.removed.${id}`;
}

class Transaction {
  readonly #root: string;
  readonly #folder: string;
  readonly #operations: FileOperations;
  readonly #id = randomHex(6);
  /** How to take back what has been done, in the order of the deeds. */
  readonly #undo: (() => void)[] = [];

  constructor(root: string, folder: string, operations: FileOperations) {
    this.#root = root;
    this.#folder = folder;
    this.#operations = operations;
  }

  run(changes: readonly FileChange[]): void {
    const moves = changes.flatMap((change, index) => this.#moveOf(change, index));
    const writes = changes.filter((change) => change.kind === "write");
    this.#journal(moves, writes);
    try {
      for (const { from, to } of moves) this.#move(from, to);
      this.#write(writes);
    } catch (error) {
      for (const takeBack of this.#undo.reverse()) takeBack();
      this.#clean();
      throw error;
    }
    this.#clean();
  }

  #moveOf(change: FileChange, index: number): { readonly from: string; readonly to: string }[] {
    if (change.kind === "move") return [{ from: change.from, to: change.to }];
    if (change.kind === "remove") return [{ from: change.path, to: `${wasteFolder(this.#folder, this.#id)}/${index}` }];
    return [];
  }

  #journal(
    moves: readonly { readonly from: string; readonly to: string }[],
    writes: readonly Extract<FileChange, { kind: "write" }>[],
  ): void {
    const before = (path: string) => originOf(path, moves);
    const steps: JournalStep[] = [
      ...moves.map((move, index): JournalStep => {
        const origin = originOf(move.from, moves.slice(0, index));
        const identity = origin === null ? null : identityOf(join(this.#root, origin));
        if (identity === null) throw unwritable(move.from, Object.assign(new Error("gone"), { code: "ENOENT" }));
        return { kind: "move", ...move, identity };
      }),
      ...writes.map((write): JournalStep => {
        const origin = before(write.path);
        const old = origin === null ? null : readOrNull(join(this.#root, origin));
        return { ...write, before: digestOrNull(old) };
      }),
    ];
    writeJournal(this.#root, this.#folder, { id: this.#id, steps }, this.#operations);
  }

  #move(from: string, to: string): void {
    const source = writablePath(this.#root, from);
    const target = writablePath(this.#root, to);
    this.#makeFolders(target.rel);
    try {
      if (lstatSync(target.abs, { throwIfNoEntry: false }) !== undefined) throw taken(target.rel);
      this.#operations.rename(source.abs, target.abs);
      this.#undo.push(() => this.#operations.rename(target.abs, source.abs));
      this.#operations.syncFolder(posix.dirname(target.abs));
    } catch (error) {
      throw error instanceof EngineError ? error : unwritable(from, error);
    }
  }

  #write(writes: readonly Extract<FileChange, { kind: "write" }>[]): void {
    const staged: StagedFile[] = [];
    this.#undo.push(() => {
      for (const file of staged) file.discard();
    });
    for (const { path, content } of writes) {
      this.#makeFolders(path);
      const name = `.transaction.${this.#id}.${posix.basename(path)}.tmp`;
      staged.push(stageFile(this.#root, path, content, this.#operations, name));
    }
    for (const file of staged) {
      const old = readOrNull(join(this.#root, file.rel));
      this.#undo.push(() => this.#restore(file.rel, old));
      file.place();
    }
  }

  #restore(path: string, content: string | null): void {
    if (readOrNull(join(this.#root, path)) === content) return;
    if (content === null) this.#operations.remove(join(this.#root, path));
    else replaceFile(this.#root, path, content, this.#operations);
  }

  #makeFolders(path: string): void {
    const missing = parentsOf(path).filter((parent) => identityOf(join(this.#root, parent)) === null);
    for (const parent of missing) this.#undo.push(() => removeEmpty(join(this.#root, parent)));
    makeFolders(this.#root, path, this.#operations);
  }

  #clean(): void {
    removeJournal(this.#root, this.#folder, this.#operations);
    const waste = join(this.#root, wasteFolder(this.#folder, this.#id));
    if (identityOf(waste) !== null) this.#operations.removeFolder(waste);
  }
}

/** Where something that has `path` after the moves lay before them; null when it is not there yet. */
function originOf(path: string, moves: readonly { readonly from: string; readonly to: string }[]): string | null {
  let origin = path;
  for (const { from, to } of [...moves].reverse()) {
    if (origin === to || origin.startsWith(`${to}/`)) origin = from + origin.slice(to.length);
    else if (origin === from || origin.startsWith(`${from}/`)) return null;
  }
  return origin;
}

function parentsOf(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_name, index) => names.slice(0, index + 1).join("/"));
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(systemCode(error))) throw error;
  }
}

function removeFile(root: string, path: string, operations: FileOperations): void {
  const { abs, rel } = writablePath(root, path);
  try {
    operations.remove(abs);
  } catch (error) {
    throw unwritable(rel, error);
  }
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}

function taken(rel: string): EngineError {
  return new EngineError("FILE_UNWRITABLE", `${rel} is already there; nothing was moved over it.`, {
    remedy: "Move it away and try again.",
    data: { file: rel, code: "EEXIST" },
  });
}
