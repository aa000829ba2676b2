import { join } from "node:path";
import { EngineError } from "../error.ts";
import { confine } from "../file/confine.ts";
import { confineWords } from "../file/confine-words.ts";
import { isThere } from "../file/is-there.ts";
import { withLock } from "../file/lock.ts";
import { diskOperations } from "../file/operations.ts";
import { type Recovery, recoverTransactions } from "../file/recovery.ts";
import { changeFiles, type FileChange } from "../file/transaction.ts";
import { contractText } from "./contract.ts";
import { draftTransition } from "./draft-transition.ts";
import { readGitHead } from "./git-head.ts";
import { isUnfinished } from "./is-unfinished.ts";
import { type PlanningPaths, planningPaths } from "./planning-paths.ts";
import { PlanningTexts } from "./planning-texts.ts";
import { predictSnapshot } from "./predict-snapshot.ts";
import { createSnapshotReader } from "./snapshot.ts";
import type { Desk, Plan } from "./transition-desk.ts";
import { PUBLISHING, refuse, type Transition, type TransitionDeps, type TransitionResult } from "./transition-types.ts";

export type { Transition, TransitionDeps, TransitionResult, TransitionType } from "./transition-types.ts";

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
  const paths = planningPaths(deps.workstream);
  if (!isThere(join(root, paths.folder))) {
    return refuse("no_project", `There is no ${paths.folder} folder.`, "Set up the project first.");
  }
  return await whileLocked(root, paths, deps, () => applyLocked(root, paths, transition, deps));
}

/**
 * Finishes what a killed process left half done; to be called when a project is opened. Costs one `stat` when there is
 * nothing to finish. Throws as `applyTransition` does.
 */
export async function recoverPlanning(root: string, deps: TransitionDeps): Promise<Recovery> {
  if (!isUnfinished(root, deps.workstream)) return { finished: [], conflicts: [] };
  const paths = planningPaths(deps.workstream);
  return await whileLocked(root, paths, deps, () => recoverTransactions(root, paths.folder, deps.files));
}

/** The reference tool guards STATE.md by a lock of its own, so both are held. */
async function whileLocked<T>(root: string, paths: PlanningPaths, deps: TransitionDeps, work: () => T): Promise<T> {
  const planning = folderOf(root, paths.folder, deps.home);
  const options = { now: deps.now, ...(deps.wait === undefined ? {} : { wait: deps.wait }) };
  return await withLock(
    join(planning, ".lock"),
    () => withLock(join(planning, "STATE.md.lock"), work, options),
    options,
  );
}

function folderOf(root: string, path: string, home: string): string {
  const folder = confine(root, path, "state", home);
  if (folder.ok) return folder.abs;
  throw new EngineError("PATH_REFUSED", `The planning folder may not be written: ${confineWords(folder.code)}.`, {
    remedy: "Use a project folder whose .planning is a plain folder.",
    data: { file: path, code: folder.code },
  });
}

function applyLocked(
  root: string,
  paths: PlanningPaths,
  transition: Transition,
  deps: TransitionDeps,
): TransitionResult {
  const files = deps.files ?? diskOperations;
  const recovery = recoverTransactions(root, paths.folder, files);
  const texts = new PlanningTexts(root);
  const reader = deps.snapshots ?? createSnapshotReader({ root, workstream: deps.workstream ?? null });
  const desk: Desk = {
    now: deps.now(),
    paths,
    head: readGitHead(root),
    session: deps.session ?? null,
    snapshot: () => reader.read(),
    text: (path) => texts.read(path),
    names: (path) => texts.names(path),
    digest: (path) => texts.digest(path),
  };
  const draft = draftTransition(desk, transition);
  if (texts.refusal !== null) return texts.refusal;
  if (!draft.ok) return draft;
  const plan = PUBLISHING.has(transition.type) ? published(desk, draft, deps) : draft;
  const changes = changesOf(desk, plan);
  changeFiles(root, paths.folder, changes, files);
  return { ok: true, changed: [...recovery.finished, ...changes.flatMap(touched)], data: plan.data };
}

/** `state.json` changes in the same transaction as what it tells. */
function published(desk: Desk, plan: Plan, deps: TransitionDeps): Plan {
  if (deps.next === undefined) return plan;
  const snapshot = predictSnapshot(desk, plan);
  const path = desk.paths.contract;
  const text = contractText(snapshot, deps.next(snapshot), desk.now, desk.text(path));
  return { ...plan, texts: { ...plan.texts, [path]: text } };
}

function changesOf(desk: Desk, plan: Plan): FileChange[] {
  const moves = (plan.moves ?? []).map(({ from, to }): FileChange => {
    return to === null ? { kind: "remove", path: from } : { kind: "move", from, to };
  });
  const isMoved = (path: string) => plan.moves?.some(({ to }) => to !== null && path.startsWith(`${to}/`)) === true;
  const texts = Object.entries(plan.texts).filter(([path, content]) => isMoved(path) || content !== desk.text(path));
  const writes = texts.map(([path, content]): FileChange => {
    return content === null ? { kind: "remove", path } : { kind: "write", path, content };
  });
  return [...moves, ...writes];
}

function touched(change: FileChange): string[] {
  return change.kind === "move" ? [change.from, change.to] : [change.path];
}
