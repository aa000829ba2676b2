import type { JsonObject } from "../json.ts";
import { isBracketConvention } from "./config.ts";
import type { RoadmapFocus } from "./edit-roadmap.ts";
import { setPosition, setProgressBar, setStateFields } from "./edit-state.ts";
import type { FieldValue } from "./frontmatter-edit.ts";
import { normalPhaseId } from "./phase-id.ts";
import type { PlanningPaths } from "./planning-paths.ts";
import { type Progress, progressFields } from "./progress.ts";
import { refuse, type TransitionRefusal } from "./transition-types.ts";
import type { PhaseView, PlanningSnapshot } from "./types.ts";

/** What a transition works with: the files as they are while the lock is held. */
export interface Desk {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly paths: PlanningPaths;
  /** The commit that is checked out, if any. */
  readonly head: string | null;
  readonly session: string | null;
  readonly snapshot: () => PlanningSnapshot;
  /** Null when the file is not there. */
  readonly text: (path: string) => string | null;
  /** Names in a folder, in byte order, without hidden ones; empty when it is not there. */
  readonly names: (path: string) => readonly string[];
  /** SHA-256 (hex) of a project file, or null when it cannot be read. */
  readonly digest: (path: string) => string | null;
}

/** What a transition would do. Nothing is written yet. */
export interface Plan {
  readonly ok: true;
  /** New contents by path, after the moves; `null` removes the file. */
  readonly texts: Readonly<Record<string, string | null>>;
  /** In order, before the texts. `to: null` removes the file or folder. */
  readonly moves?: readonly { readonly from: string; readonly to: string | null }[];
  readonly data: JsonObject;
  /** Phases that get another id: the old one by the new one. */
  readonly renumbered?: ReadonlyMap<string, string>;
}

export type Draft = Plan | TransitionRefusal;

/** What edits of ROADMAP.md need to know about the project. */
export function roadmapFocus(desk: Desk): RoadmapFocus {
  const { state, config } = desk.snapshot();
  return { milestone: state?.milestone ?? null, bracket: isBracketConvention(config) };
}

export interface StateChange {
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** Lines under "Current Position". */
  readonly position: Readonly<Record<string, string>>;
  readonly progress: Progress;
  /** What happened, for the last-activity line. */
  readonly activity: string;
}

export type StateEdit = { readonly ok: true; readonly text: string } | TransitionRefusal;

/** Applies a change of position to STATE.md. The time of the change is noted only if there is one. */
export function changeState(desk: Desk, change: StateChange): StateEdit {
  return changeStateText(desk, desk.text(desk.paths.state), change);
}

/** As `changeState`, in a text that already differs from the one on disk. */
export function changeStateText(desk: Desk, text: string | null, change: StateChange): StateEdit {
  const before = desk.text(desk.paths.state);
  return text === null || before === null ? stateMissing() : edit(desk, text, before, change);
}

/** As `changeState`, for a file that is not there yet. */
export function newStateText(desk: Desk, text: string, change: StateChange): StateEdit {
  return edit(desk, text, null, change);
}

function edit(desk: Desk, text: string, before: string | null, change: StateChange): StateEdit {
  const edited = setStateFields(text, { ...change.fields, ...progressFields(change.progress) });
  if (!edited.ok) return stateUnreadable(edited.problem.message);
  const moved = setProgressBar(setPosition(edited.text, change.position), change.progress.percent);
  if (moved === before) return { ok: true, text: moved };
  const date = dateOf(desk.now);
  const noted = setStateFields(moved, {
    last_updated: new Date(desk.now).toISOString(),
    last_activity: date,
    last_activity_desc: change.activity,
    ...(desk.head === null ? {} : { state_head: desk.head }),
  });
  if (!noted.ok) return stateUnreadable(noted.problem.message);
  return { ok: true, text: setPosition(noted.text, { "Last activity": `${date} - ${change.activity}` }) };
}

export function findPhase(snapshot: PlanningSnapshot, phase: string): PhaseView | TransitionRefusal {
  const id = normalPhaseId(phase);
  const found = snapshot.phases.find((candidate) => candidate.id === id);
  if (found !== undefined) return found;
  const known = snapshot.phases.map((candidate) => candidate.number).join(", ");
  const has = known === "" ? "The roadmap has no phases." : `The roadmap has ${known}.`;
  return refuse("phase_unknown", `There is no phase ${phase}. ${has}`, "Name a phase of the current milestone.");
}

export function isRefusal(value: object): value is TransitionRefusal {
  return "ok" in value && value.ok === false;
}

export function dateOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

export function stateMissing(): TransitionRefusal {
  return refuse("state_missing", "There is no .planning/STATE.md.", "Set up the project, or restore the file.");
}

export function stateUnreadable(message: string): TransitionRefusal {
  return refuse("state_unreadable", `STATE.md: ${message}`, "Correct the front matter of .planning/STATE.md.");
}
