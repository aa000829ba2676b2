import type { WorkTree } from "../git/work-tree.ts";
import { normalPhaseId } from "../planning/phase-id.ts";
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
    label: labelOf(id, facts),
    command: index === 0 && id !== "debug" ? next.command : commandOf(id, facts),
    recommended: index === 0,
  }));
  return {
    situation,
    recommended: actions[0]?.id ?? "progress-next",
    summary: summaryOf(situation, facts),
    signals: {
      current_phase: state?.currentPhase ?? null,
      total_phases: state === null ? null : snapshot.phases.length,
      status: state?.status ?? null,
      paused: state?.pausedAt != null,
      blockers: state?.blockers.length ?? 0,
      verify_failed: isFailed(snapshot),
      clean_tree: tree?.clean ?? null,
      unpushed: tree?.unpushed ?? null,
    },
    actions,
  };
}

/** True where the answer depends on the state of the repository, which costs a process to ask. */
export function asksForTree(facts: Omit<EntryFacts, "tree">): boolean {
  return situationOf({ ...facts, tree: null }) === "unknown";
}

function situationOf({ snapshot, tree, now }: EntryFacts): Situation {
  const { state, phases } = snapshot;
  if (!snapshot.exists) return "no-project";
  if (state?.pausedAt != null) return "paused";
  if (state !== null && state.blockers.length > 0) return "blocked";
  if (isFailed(snapshot)) return "verify-failed";
  if (state === null || phases.length === 0) return "needs-first-phase";
  switch (statusWord(state.status)) {
    case "completed":
      return phases.every((phase) => phase.complete) ? "complete" : "unknown";
    case "planning":
    case "discussing":
      return "planning";
    case "executing":
      return "executing";
    case "verifying":
      return "verify-pending";
  }
  const idle = state.lastActivity !== null && now - Date.parse(state.lastActivity) > IDLE_MS;
  return tree?.clean === true && ((tree.unpushed ?? 0) > 0 || idle) ? "idle-stranded" : "unknown";
}

function isFailed({ state, phases }: PlanningSnapshot): boolean {
  if (state === null) return false;
  if (/\b(?:verification|verify) failed\b|^failed$/i.test(state.status ?? "")) return true;
  const id = state.currentPhase === null ? null : normalPhaseId(state.currentPhase);
  const current = phases.find((phase) => phase.id === id);
  return current?.plans.some((plan) => /^(?:blocked|fail|failed)$/.test(plan.summary?.status ?? "")) === true;
}

/** The recommended action first. */
const ACTIONS: Readonly<Record<Situation, readonly [string, ...string[]]>> = {
  "no-project": ["new-project", "quick", "progress", "help"],
  paused: ["resume-work", "progress", "quick", "help"],
  blocked: ["debug", "verify-work", "capture", "progress"],
  "verify-failed": ["progress-next", "verify-work", "debug", "progress"],
  "needs-first-phase": ["discuss-phase", "plan-phase", "quick", "progress"],
  complete: ["complete-milestone", "progress", "quick", "help"],
  planning: ["progress-next", "plan-phase", "discuss-phase", "progress"],
  executing: ["progress-next", "execute-phase", "quick", "code-review"],
  "verify-pending": ["progress-next", "verify-work", "code-review", "ship"],
  "idle-stranded": ["progress-next", "ship", "progress", "help"],
  unknown: ["progress-next", "progress", "quick", "help"],
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
