import type { FileOperations } from "../file/operations.ts";
import type { JsonObject } from "../json.ts";
import type { PublishedNext } from "./contract.ts";
import type { SnapshotReader } from "./snapshot.ts";
import type { PlanningSnapshot } from "./types.ts";

/**
 * A change of the plan state. All of them leave bytes that they do not address as they are, and change nothing when
 * there is nothing to change. What each answers in `data` stands beside it; `?` may be null.
 */
export type Transition =
  /** The plans of a phase are written. `{phase, phase_name, plan_count, milestone_conflict?}` */
  | { readonly type: "planned-phase"; readonly phase: string; readonly name?: string; readonly plans?: number }
  /** Execution of a phase begins, or goes on. Answers as `planned-phase`. */
  | { readonly type: "begin-phase"; readonly phase: string; readonly name?: string; readonly plans?: number }
  /** `{advanced, reason (only "last_plan"), previous_plan, current_plan, total_plans, milestone_conflict?}` */
  | { readonly type: "advance-plan" }
  /**
   * `{completed_phase, phase_name, plans_executed: "2/2", next_phase?, next_phase_name?, is_last_phase, date,
   * roadmap_updated, state_updated, requirements_updated, requirements_completed[], requirements_unknown[],
   * preserved[]}`
   */
  | { readonly type: "complete-phase"; readonly phase: string }
  /** A new last phase. `{phase_number (a number for plain ids), padded, name, slug, directory, naming_mode}` */
  | { readonly type: "add-phase"; readonly name: string }
  /** A decimal phase behind another. `{phase_number: "02.1", after_phase, name, slug, directory}` */
  | { readonly type: "insert-phase"; readonly after: string; readonly name: string }
  /**
   * Later phases move up: folders, files, roadmap, requirements and state. An executed phase needs `force`.
   * `{removed, directory_deleted?, renamed_directories[{from, to}], renamed_files[{from, to}],
   * renamed_file_collisions[], roadmap_updated, state_updated, requirements_updated}`
   */
  | { readonly type: "remove-phase"; readonly phase: string; readonly force?: boolean }
  /** STATE.md turns to another milestone. `{switched, version, name?, status}` */
  | { readonly type: "milestone-switch"; readonly version: string; readonly name?: string }
  /**
   * Archives a finished milestone; `dryRun` only says what would happen. `{dry_run, version, name,
   * stats{phases, plans, tasks}, would_archive | archived {roadmap{source, target}, requirements{source, target}?,
   * phases[]}, would_update | updated {milestones_md, state_md}}`
   */
  | {
      readonly type: "complete-milestone";
      readonly version: string;
      readonly name?: string;
      readonly dryRun?: boolean;
      /** Default true: the phase folders move to `milestones/<version>-phases/`. */
      readonly archivePhases?: boolean;
    }
  /**
   * Fields of STATE.md by their label in the body (`Status`) or their key (`stopped_at`); a body line and its front
   * matter twin move together. Unknown fields are no refusal. `{updated[], failed[], preserved[]}`
   */
  | { readonly type: "patch-state"; readonly fields: Readonly<Record<string, string>> }
  /** Counts again. `{updated, percent, completed, total, bar: "[███░░] 60%", preserved[]}` */
  | { readonly type: "update-progress" }
  /** Brings STATE.md in line with the disk; `dryRun` only says how. `{synced, changes[], dry_run}` */
  | { readonly type: "sync-state"; readonly dryRun?: boolean }
  /** `{recorded, phase, plan, duration, created}`; `created` tells that the section was made. */
  | {
      readonly type: "record-metric";
      readonly phase: string;
      readonly plan: string;
      readonly duration: string;
      readonly tasks?: number;
      readonly files?: number;
    }
  /** `{updated, marked_complete[], already_complete[], not_found[], table_unmatched[], total, write_set[], write_set_complete}` */
  | { readonly type: "mark-requirements"; readonly ids: readonly string[] }
  /** `{updated, phase, plan_count, summary_count, status, complete, verification_stale_check_indeterminate}` */
  | { readonly type: "roadmap-progress"; readonly phase: string }
  /** `{recorded}` */
  | {
      readonly type: "record-session";
      readonly stoppedAt?: string;
      readonly pausedAt?: string;
      readonly resumeFile?: string;
    }
  /** `{added, decision}` */
  | { readonly type: "add-decision"; readonly text: string; readonly phase?: string; readonly why?: string }
  /** `{added, blocker}` */
  | { readonly type: "add-blocker"; readonly text: string }
  /** `{resolved, blocker}` */
  | { readonly type: "resolve-blocker"; readonly text: string }
  /** `{signaled, path}` */
  | {
      readonly type: "signal-waiting";
      readonly kind?: string;
      readonly question: string;
      readonly options?: readonly string[];
      readonly phase?: string;
    }
  /** `{resumed, removed}` */
  | { readonly type: "signal-resume" }
  /** STATE.md of a project that has a roadmap and none yet. `{created}` */
  | { readonly type: "first-state" }
  /** Mends what needs no decision. `{repairs[]}` */
  | { readonly type: "repair" }
  /** One front matter field of STATE.md, by dotted path. `{updated}` */
  | { readonly type: "set-field"; readonly field: string; readonly value: string | number | boolean };

export type TransitionType = Transition["type"];
export type TransitionOf<T extends TransitionType> = Extract<Transition, { type: T }>;

/** After these, `state.json` is published. */
export const PUBLISHING: ReadonlySet<TransitionType> = new Set([
  "planned-phase",
  "begin-phase",
  "advance-plan",
  "complete-phase",
  "add-phase",
  "insert-phase",
  "remove-phase",
  "milestone-switch",
  "complete-milestone",
]);

export type TransitionRefusal = {
  readonly ok: false;
  /** Closed word, for example `phase_unknown`, `phase_verification_incomplete`. */
  readonly reason: string;
  readonly message: string;
  readonly remedy: string;
};

/** `changed` names the files that have new bytes, relative to the root; empty when there was nothing to do. */
export type TransitionResult =
  | { readonly ok: true; readonly changed: readonly string[]; readonly data: JsonObject }
  | TransitionRefusal;

export interface TransitionDeps {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The user's home, which is never a project. */
  readonly home: string;
  /** Folders below `.planning` that name a workstream; null for the project itself. */
  readonly workstream?: readonly string[] | null;
  /** On whose behalf; told to other sessions that work in the same milestone. */
  readonly session?: string | null;
  /** What comes next in a project that looks like this. Without it `state.json` is not published. */
  readonly next?: (snapshot: PlanningSnapshot) => PublishedNext;
  /** Reads the project; a warm one saves a cold read. */
  readonly snapshots?: SnapshotReader;
  readonly files?: FileOperations;
  readonly wait?: (ms: number) => Promise<void>;
}

export function refuse(reason: string, message: string, remedy: string): TransitionRefusal {
  return { ok: false, reason, message, remedy };
}
