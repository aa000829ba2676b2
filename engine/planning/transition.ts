import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EngineError } from "../error.ts";
import { confine } from "../file/confine.ts";
import { withLock } from "../file/lock.ts";
import { diskOperations, systemCode } from "../file/operations.ts";
import { type Recovery, recoverTransactions } from "../file/recovery.ts";
import { changeFiles, type FileChange } from "../file/transaction.ts";
import { completePhase } from "./complete-phase.ts";
import {
  liftBlocker,
  noteBlocker,
  noteDecision,
  recordSession,
  setField,
  signalResume,
  signalWaiting,
} from "./note-transitions.ts";
import { advancePlan, beginPhase, plannedPhase } from "./phase-transitions.ts";
import { createSnapshotReader } from "./snapshot.ts";
import type { Desk, Draft } from "./transition-desk.ts";
import {
  refuse,
  type Transition,
  type TransitionDeps,
  type TransitionRefusal,
  type TransitionResult,
} from "./transition-types.ts";

export type { Transition, TransitionDeps, TransitionResult, TransitionType } from "./transition-types.ts";

const PLANNING = ".planning";

/**
 * Changes the plan state: all files of a transition or none, under the planning lock. What the project's rules forbid
 * comes back as a refusal. Throws `EngineError` `LOCK_HELD`, `FILE_UNWRITABLE` or `PATH_REFUSED`; the files are then
 * as before.
 */
export async function applyTransition(
  root: string,
  transition: Transition,
  deps: TransitionDeps,
): Promise<TransitionResult> {
  if (!hasPlanning(root)) return refuse("no_project", "There is no .planning folder.", "Set up the project first.");
  return await whileLocked(root, deps, () => applyLocked(root, transition, deps));
}

/**
 * Finishes what a killed process left half done; to be called when a project is opened. Takes the locks only if there
 * is something to finish. Throws as `applyTransition` does.
 */
export async function recoverPlanning(root: string, deps: TransitionDeps): Promise<Recovery> {
  const journal = join(root, PLANNING, ".transaction.json");
  if (lstatSync(journal, { throwIfNoEntry: false }) === undefined) return { finished: [], conflicts: [] };
  return await whileLocked(root, deps, () => recoverTransactions(root, PLANNING, deps.files));
}

/** The reference tool guards STATE.md by a lock of its own, so both are held. */
async function whileLocked<T>(root: string, deps: TransitionDeps, work: () => T): Promise<T> {
  const planning = folderOf(root, deps.home);
  const options = { now: deps.now, ...(deps.wait === undefined ? {} : { wait: deps.wait }) };
  return await withLock(
    join(planning, ".lock"),
    () => withLock(join(planning, "STATE.md.lock"), work, options),
    options,
  );
}

function folderOf(root: string, home: string): string {
  const folder = confine(root, PLANNING, "state", home);
  if (folder.ok) return folder.abs;
  throw new EngineError("PATH_REFUSED", `The planning folder may not be written (${folder.code}).`, {
    remedy: "Use a project folder whose .planning is a plain folder.",
    data: { file: PLANNING, code: folder.code },
  });
}

function applyLocked(root: string, transition: Transition, deps: TransitionDeps): TransitionResult {
  const files = deps.files ?? diskOperations;
  const recovery = recoverTransactions(root, PLANNING, files);
  const texts = new PlanningTexts(root);
  const reader = deps.snapshots ?? createSnapshotReader({ root });
  const draft = draftOf(transition, {
    now: deps.now(),
    snapshot: () => reader.read(),
    text: (path) => texts.read(path),
  });
  if (texts.refusal !== null) return texts.refusal;
  if (!draft.ok) return draft;
  const changed = Object.entries(draft.texts).filter(([path, content]) => content !== texts.read(path));
  const changes = changed.map(([path, content]): FileChange => {
    return content === null ? { kind: "remove", path } : { kind: "write", path, content };
  });
  changeFiles(root, PLANNING, changes, files);
  return { ok: true, changed: [...recovery.finished, ...changed.map(([path]) => path)], data: draft.data };
}

function draftOf(transition: Transition, desk: Desk): Draft {
  switch (transition.type) {
    case "planned-phase":
      return plannedPhase(desk, transition);
    case "begin-phase":
      return beginPhase(desk, transition);
    case "advance-plan":
      return advancePlan(desk);
    case "complete-phase":
      return completePhase(desk, transition);
    case "record-session":
      return recordSession(desk, transition);
    case "add-decision":
      return noteDecision(desk, transition);
    case "add-blocker":
      return noteBlocker(desk, transition);
    case "resolve-blocker":
      return liftBlocker(desk, transition);
    case "signal-waiting":
      return signalWaiting(desk, transition);
    case "signal-resume":
      return signalResume(desk);
    case "set-field":
      return setField(desk, transition);
  }
}

/** Texts as they are on disk, each read once. What is not text is refused: writing it back would change its bytes. */
class PlanningTexts {
  readonly #root: string;
  readonly #known = new Map<string, string | null>();
  refusal: TransitionRefusal | null = null;

  constructor(root: string) {
    this.#root = root;
  }

  read(path: string): string | null {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const text = this.#load(path);
    this.#known.set(path, text);
    return text;
  }

  #load(path: string): string | null {
    const full = join(this.#root, path);
    try {
      const stats = lstatSync(full, { throwIfNoEntry: false });
      if (stats === undefined) return null;
      if (!stats.isFile()) return this.#refuse(path, "it is not a regular file");
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(full));
    } catch (error) {
      return this.#refuse(path, error instanceof TypeError ? "it is not UTF-8 text" : systemCode(error));
    }
  }

  #refuse(path: string, why: string): null {
    this.refusal = refuse("file_unreadable", `${path} cannot be changed: ${why}.`, "Correct the file first.");
    return null;
  }
}

function hasPlanning(root: string): boolean {
  return lstatSync(join(root, PLANNING), { throwIfNoEntry: false }) !== undefined;
}
