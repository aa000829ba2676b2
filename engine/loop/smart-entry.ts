import type { WorkTree } from "../git/work-tree.ts";
import { isJsonObject } from "../json.ts";
import { statusWord } from "../planning/state.ts";
import type { PlanningSnapshot } from "../planning/types.ts";
import type { Next } from "./next.ts";

export type Situation =
  | "no-project"
  | "paused"
  | "blocked"
  | "verify-failed"
  | "needs-first-phase"
  | "complete"
  | "planning"
  | "executing"
  | "verify-pending"
  | "idle-stranded"
  | "unknown";

export interface EntryAction {
  readonly id: string;
  readonly label: string;
  /** What a person types for it; empty where there is no command for it here. */
  readonly command: string;
  readonly recommended: boolean;
}

export interface SmartEntry {
  readonly situation: Situation;
  /** Id of the recommended action. */
  readonly recommended: string;
  readonly summary: string;
  readonly signals: {
    readonly current_phase: string | null;
    readonly total_phases: number | null;
    readonly status: string | null;
    readonly paused: boolean;
    readonly blockers: number;
    readonly verify_failed: boolean;
    readonly clean_tree: boolean | null;
    readonly unpushed: number | null;
  };
  readonly actions: readonly EntryAction[];
}

/** What is known when somebody enters a project. */
export interface EntryFacts {
  readonly snapshot: PlanningSnapshot;
  /** The one next action; what this recommends is never another. */
  readonly next: Next;
  /** Whether the roadmap's table calls every phase complete; null where there is no table. */
  readonly isTabledComplete: boolean | null;
  /** A report on the current phase says that it failed. */
  readonly reportsFailure: boolean;
  /** Null where there is no repository, or nobody asked. */
  readonly tree: WorkTree | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const IDLE_MS = 72 * 60 * 60 * 1000;

/** Where a person finds the project, and what to do first. Pure. */
export function smartEntry(facts: EntryFacts): SmartEntry {
  const { snapshot, next, tree } = facts;
  const { state } = snapshot;
  const situation = situationOf(facts);
  const actions = ACTIONS[situation].map((id, index) => ({
    id,
    label: leadsOn(id, index) ? capital(next.action) : labelOf(id, facts),
    command: leadsOn(id, index) ? next.command : commandOf(id, facts),
    recommended: index === 0,
  }));
  return {
    situation,
    recommended: actions[0]?.id ?? "progress-next",
    summary: summaryOf(situation, facts),
    signals: {
      current_phase: state?.currentPhase ?? null,
      total_phases: countedPhases(snapshot),
      status: state?.status ?? null,
      paused: state?.pausedAt != null,
      blockers: state?.blockers.length ?? 0,
      verify_failed: isFailed(facts),
      clean_tree: tree?.clean ?? null,
      unpushed: tree?.unpushed ?? null,
    },
    actions,
  };
}

/** True where the answer depends on the state of the repository, which costs a process to ask. */
export function asksForTree(facts: Omit<EntryFacts, "tree">): boolean {
  return isIdleOrUnknown(situationOf({ ...facts, tree: null }));
}

function isIdleOrUnknown(situation: Situation): boolean {
  return situation === "idle-stranded" || situation === "unknown";
}

/** What people write there is prose: a word in it decides. The first that fits counts. */
const STATUS_WORDS: readonly (readonly [RegExp, Situation])[] = [
  [/\b(?:planning|planned|discussing)\b/, "planning"],
  [/\bexecut(?:e|ing)|\bactive\b|\bin.progress\b|\bbuilding\b/, "executing"],
  [/\bverif|\breview/, "verify-pending"],
];
const CLOSED_WORDS = /\b(?:completed?|done|shipped|paused)\b/;
const COMPLETE_WORDS = /\bcompleted?\b/;
const FAILED_WORDS = /\b(?:verify|verification|uat)[- ]fail|^failed$/;

function situationOf(facts: EntryFacts): Situation {
  const { snapshot } = facts;
  const { state } = snapshot;
  if (!snapshot.exists) return "no-project";
  if (state?.pausedAt != null) return "paused";
  if (state !== null && state.blockers.length > 0) return "blocked";
  if (isFailed(facts)) return "verify-failed";
  if (state === null || snapshot.phases.length === 0 || countedPhases(snapshot) === null) return "needs-first-phase";
  const status = (statusWord(state.status) ?? "").toLowerCase();
  if (COMPLETE_WORDS.test(status) && isEveryPhaseComplete(facts)) return "complete";
  const said = STATUS_WORDS.find(([words]) => words.test(status))?.[1];
  return said ?? (isIdle(facts, status) ? "idle-stranded" : "unknown");
}

/** By the roadmap's own table, and by the phases where there is none. */
function isEveryPhaseComplete({ isTabledComplete, snapshot }: EntryFacts): boolean {
  return isTabledComplete ?? snapshot.phases.every((phase) => phase.complete);
}

function isIdle({ snapshot, tree, now }: EntryFacts, status: string): boolean {
  if (CLOSED_WORDS.test(status) || tree?.clean === false) return false;
  const last = Date.parse(snapshot.state?.lastActivity ?? "");
  return (tree?.unpushed ?? 0) > 0 || now - last > IDLE_MS;
}

/** How many phases STATE.md speaks of, or null where it does not. */
function countedPhases({ state, phases }: PlanningSnapshot): number | null {
  if (state === null) return null;
  const { progress } = state.fields;
  const counted = isJsonObject(progress) ? Number(progress.total_phases) : Number.NaN;
  if (Number.isInteger(counted) && counted > 0) return counted;
  return state.currentPhase === null ? null : phases.length;
}

function isFailed({ snapshot, reportsFailure }: EntryFacts): boolean {
  const { state } = snapshot;
  return state !== null && (reportsFailure || FAILED_WORDS.test((state.status ?? "").toLowerCase()));
}

/** The recommended action is the one next action; neither clearing a blocker nor a look around is. */
function leadsOn(id: string, index: number): boolean {
  return id === "progress-next" || (index === 0 && id !== "debug" && id !== "progress");
}

/** The recommended action first. */
const ACTIONS: Readonly<Record<Situation, readonly [string, ...string[]]>> = {
  "no-project": ["new-project", "map-codebase", "quick", "help"],
  paused: ["resume-work", "progress", "quick", "help"],
  blocked: ["debug", "verify-work", "capture", "progress"],
  "verify-failed": ["verify-work", "debug", "code-review", "progress"],
  "needs-first-phase": ["discuss-phase", "plan-phase", "quick", "progress"],
  complete: ["new-milestone", "extract-learnings", "quick", "progress"],
  planning: ["progress-next", "plan-phase", "discuss-phase", "progress"],
  executing: ["progress-next", "execute-phase", "quick", "code-review"],
  "verify-pending": ["progress-next", "verify-work", "code-review", "ship"],
  "idle-stranded": ["ship", "complete-milestone", "progress", "capture"],
  unknown: ["progress", "progress-next", "quick", "help"],
};

const PHASE_COMMANDS = new Set(["discuss-phase", "plan-phase", "execute-phase", "verify-work", "ship"]);

function commandOf(id: string, { snapshot, next }: EntryFacts): string {
  if (PHASE_COMMANDS.has(id)) {
    const phase = snapshot.phases.find((candidate) => candidate.id === next.phase);
    return phase === undefined ? `/gsd-${id}` : `/gsd-${id} ${phase.number}`;
  }
  switch (id) {
    case "progress":
    case "help":
    case "new-project":
      return `/gsd-${id}`;
    case "debug":
      return "loopwright state resolve-blocker <text>";
    case "capture":
      return "loopwright state add-decision <text>";
    default:
      return "";
  }
}

function labelOf(id: string, { snapshot, next }: EntryFacts): string {
  switch (id) {
    case "progress-next":
    case "resume-work":
    case "new-project":
    case "complete-milestone":
      return capital(next.action);
    case "debug":
      return `Clear the blocker: ${snapshot.state?.blockers[0] ?? "none"}`;
    case "capture":
      return "Note a decision";
    case "progress":
      return "Show every phase";
    case "help":
      return "Show the commands";
    case "quick":
      return "Do one small task beside the phases";
    case "code-review":
      return "Have the changes reviewed";
    default:
      return capital(id.replaceAll("-", " "));
  }
}

function summaryOf(situation: Situation, { snapshot, next }: EntryFacts): string {
  const place = next.phase === null ? "" : `Phase ${next.phase} (${next.phaseName}): `;
  const then = `${place}${next.action}. ${next.reason}`;
  switch (situation) {
    case "paused":
      return `Paused: ${snapshot.state?.pausedAt}. To go on: ${then}`;
    case "blocked":
      return `Blocked: ${snapshot.state?.blockers.join("; ")}. Once that is cleared: ${then}`;
    default:
      return then;
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
