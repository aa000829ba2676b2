import type { JsonObject } from "../json.ts";
import type { PhaseDescription } from "./roadmap-description.ts";

/** Something about the project that a person should know. Reading never throws; it reports. */
export interface Diagnostic {
  readonly code: string;
  readonly level: "error" | "warning";
  readonly message: string;
  /** Path relative to the project root. */
  readonly path?: string;
  readonly remedy?: string;
}

export interface PlanView {
  /** `02-01` */
  readonly id: string;
  /** Relative to the project root. */
  readonly file: string;
  readonly objective: string;
  /** Level in the dependency graph plus one. */
  readonly wave: number;
  readonly dependsOn: readonly string[];
  readonly filesModified: readonly string[];
  readonly filesDeleted: readonly string[];
  readonly requirements: readonly string[];
  readonly autonomous: boolean;
  /** Not autonomous, or one of its tasks is a checkpoint: a person is needed on the way. */
  readonly hasCheckpoint: boolean;
  readonly taskCount: number;
  /** The kind of agent that the plan asks for. */
  readonly agentHint: string | null;
  /** Shell commands found in the plan's `<verify><automated>` elements, in order, without duplicates. */
  readonly checks: readonly string[];
  readonly summary: { readonly file: string; readonly status: string | null } | null;
  /** A summary exists and does not say `blocked`. */
  readonly done: boolean;
  readonly halted: boolean;
}

export type VerificationStatus = "missing" | "passed" | "gaps_found" | "human_needed" | "stale" | "unknown";

export interface PhaseView extends PhaseDescription {
  /** Normal form: `02`, `02.1`, `01-02`. */
  readonly id: string;
  /** As the roadmap writes it: `2`, `2.1`, `1-02`. */
  readonly number: string;
  readonly name: string;
  /** Relative to the project root, or null when there is no directory yet. */
  readonly directory: string | null;
  /** Paths of `<NN>-CONTEXT.md` and the like, by artifact name (`CONTEXT`, `RESEARCH`, `UAT`, `SECURITY`, …). */
  readonly artifacts: Readonly<Record<string, string>>;
  readonly plans: readonly PlanView[];
  /** Names of files that look like plans but cannot be scheduled. */
  readonly looseFiles: readonly string[];
  /** Names of summaries in the folder that belong to no plan. */
  readonly orphanSummaries: readonly string[];
  readonly verification: { readonly status: VerificationStatus; readonly file: string | null };
  /** Ticked in the roadmap. Never sufficient for `complete`. */
  readonly ticked: boolean;
  /** The one predicate: the verification report says passed and is fresh. */
  readonly complete: boolean;
}

export interface StateView {
  /** Front matter as written; scalars are strings. */
  readonly fields: JsonObject;
  readonly milestone: string | null;
  readonly milestoneName: string | null;
  readonly currentPhase: string | null;
  readonly currentPhaseName: string | null;
  readonly status: string | null;
  readonly stoppedAt: string | null;
  readonly pausedAt: string | null;
  readonly lastActivity: string | null;
  readonly lastActivityNote: string | null;
  /** The `Plan: 2 of 3` line. */
  readonly plan: { readonly current: number; readonly total: number } | null;
  readonly lastSession: string | null;
  readonly resumeFile: string | null;
  readonly blockers: readonly string[];
  readonly decisions: readonly string[];
}

export interface RoadmapView {
  /** Anything but `complete` means that the phases are not an answer to "what is left". */
  readonly scope: "complete" | "truncated" | "unscoped";
  readonly milestones: readonly { readonly heading: string; readonly version: string | null }[];
  /** Phases that the checklist names and no section describes, as the roadmap writes their numbers. */
  readonly missingDetails: readonly string[];
}

/** All that the engine knows about `.planning/`, from one read. Everything that asks "where are we" uses it. */
export interface PlanningSnapshot {
  readonly root: string;
  /** Where the plan lies, relative to the root: `.planning`, or the folder of a workstream in it. */
  readonly folder: string;
  /** `.planning/` is there. */
  readonly exists: boolean;
  readonly projectTitle: string | null;
  readonly state: StateView | null;
  /** Null when there is no ROADMAP.md, or it cannot be read. */
  readonly roadmap: RoadmapView | null;
  readonly phases: readonly PhaseView[];
  /** Phase directories that no phase of the current roadmap claims. */
  readonly orphans: readonly PhaseView[];
  /** Names of the files directly below `.planning/`, without hidden ones. */
  readonly files: readonly string[];
  readonly waiting: { readonly question: string; readonly options: readonly string[] } | null;
  /** Path of the note with which somebody left the work for a person to take up again, or null. */
  readonly pauseNote: string | null;
  readonly config: JsonObject;
  readonly diagnostics: readonly Diagnostic[];
  /** Equal while nothing that was read has changed. */
  readonly stamp: string;
}
