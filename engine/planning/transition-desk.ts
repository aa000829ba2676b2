import type { JsonObject } from "../json.ts";
import { setPosition, setProgressBar, setStateFields } from "./edit-state.ts";
import type { FieldValue } from "./frontmatter-edit.ts";
import { normalPhaseId } from "./phase-id.ts";
import { type Progress, progressFields } from "./progress.ts";
import { refuse, type TransitionRefusal } from "./transition-types.ts";
import type { PhaseView, PlanningSnapshot } from "./types.ts";

export const STATE = ".planning/STATE.md";
export const ROADMAP = ".planning/ROADMAP.md";
export const REQUIREMENTS = ".planning/REQUIREMENTS.md";
export const WAITING = ".planning/WAITING.json";

/** What a transition works with: the files as they are while the lock is held. */
export interface Desk {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly snapshot: () => PlanningSnapshot;
  /** Null when the file is not there. */
  readonly text: (path: string) => string | null;
}

/** New contents by path (`null` removes the file). Nothing is written yet. */
export type Draft =
  | { readonly ok: true; readonly texts: Readonly<Record<string, string | null>>; readonly data: JsonObject }
  | TransitionRefusal;

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
  const before = desk.text(STATE);
  if (before === null) return stateMissing();
  const edited = setStateFields(before, { ...change.fields, ...progressFields(change.progress) });
  if (!edited.ok) return stateUnreadable(edited.problem.message);
  const moved = setProgressBar(setPosition(edited.text, change.position), change.progress.percent);
  if (moved === before) return { ok: true, text: before };
  const date = dateOf(desk.now);
  const noted = setStateFields(moved, {
    last_updated: new Date(desk.now).toISOString(),
    last_activity: date,
    last_activity_desc: change.activity,
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
