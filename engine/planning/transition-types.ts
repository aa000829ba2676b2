import type { FileOperations } from "../file/operations.ts";
import type { JsonObject } from "../json.ts";
import type { SnapshotReader } from "./snapshot.ts";

/** A change of the plan state. All of them leave bytes that they do not address as they are. */
export type Transition =
  | { readonly type: "planned-phase"; readonly phase: string; readonly name?: string; readonly plans?: number }
  | { readonly type: "begin-phase"; readonly phase: string; readonly name?: string; readonly plans?: number }
  | { readonly type: "advance-plan" }
  | { readonly type: "complete-phase"; readonly phase: string }
  | {
      readonly type: "record-session";
      readonly stoppedAt?: string;
      readonly pausedAt?: string;
      readonly resumeFile?: string;
    }
  | { readonly type: "add-decision"; readonly text: string; readonly phase?: string; readonly why?: string }
  | { readonly type: "add-blocker"; readonly text: string }
  | { readonly type: "resolve-blocker"; readonly text: string }
  | {
      readonly type: "signal-waiting";
      readonly kind?: string;
      readonly question: string;
      readonly options?: readonly string[];
      readonly phase?: string;
    }
  | { readonly type: "signal-resume" }
  /** One front matter field of STATE.md, by dotted path. */
  | { readonly type: "set-field"; readonly field: string; readonly value: string | number | boolean };

export type TransitionType = Transition["type"];
export type TransitionOf<T extends TransitionType> = Extract<Transition, { type: T }>;

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
  /** Reads the project; a warm one saves a cold read. */
  readonly snapshots?: SnapshotReader;
  readonly files?: FileOperations;
  readonly wait?: (ms: number) => Promise<void>;
}

export function refuse(reason: string, message: string, remedy: string): TransitionRefusal {
  return { ok: false, reason, message, remedy };
}
