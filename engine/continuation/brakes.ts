import { sha256 } from "../file/digest.ts";
import type { ProjectContext } from "../loop/context.ts";
import { nextStep } from "../loop/next.ts";
import { lookupConfig } from "../planning/config.ts";
import type { PlanningSnapshot } from "../planning/types.ts";
import type { RunState } from "../run/state.ts";
import { ENGINE_MARK } from "./mark.ts";

export interface BrakeFacts {
  readonly snapshot: PlanningSnapshot;
  readonly run: RunState | null;
  readonly session: string;
  readonly limits: Limits;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type Decision =
  | { readonly go: true; readonly prompt: string; readonly progress: string }
  | {
      readonly go: false;
      readonly reason: string;
      readonly progress: string /** Worth telling a person. */;
      readonly notable: boolean;
    };

export interface Limits {
  readonly enabled: boolean;
  /** Continuations without progress in between. */
  readonly withoutProgress: number;
  /** Continuations since a person last spoke. */
  readonly inARow: number;
  readonly coolDownMs: number;
}

/** How long a host may take to take up what it was sent. */
const TAKE_UP_MS = 30_000;

/** Whether an idle turn goes on by itself. Every brake must be off; all that they ask stands on disk. */
export function decideContinuation({ snapshot, run, session, limits, now }: BrakeFacts): Decision {
  const state = run?.sessions.get(session);
  const progress = progressMark(snapshot, run);
  const hold = (reason: string, notable = true): Decision => ({ go: false, reason, progress, notable });
  if (!run || run.closed) return hold("no run is open", false);
  if (!state?.attached) return hold("this session does not take part in the run", false);
  if (!limits.enabled) return hold("continuation is off (loopwright.continuation.enabled)", false);
  if (state.lastStop === "aborted") return hold("the person stopped it; it goes on when they say so");
  if (state.lastStop === "error") return hold("the last turn ended with an error");
  if (isWithin(TAKE_UP_MS, state.sentAt, now)) return hold("a continuation is on its way", false);
  const next = nextStep(snapshot, run);
  if (next.waiting !== null) return hold(`waiting for a person: ${next.waiting}`);
  if (next.step === null) return hold(next.reason);
  const begun = run.step?.step;
  if (begun !== undefined && begun !== next.step && !advancesItself(snapshot)) {
    return hold(`${begun} is done; ${next.command} begins ${next.step}`);
  }
  const idle = state.continuations.filter((past) => past.progress === progress).length;
  if (idle >= limits.withoutProgress) return hold(`no progress after ${idle} continuation(s)`);
  if (state.continuations.length >= limits.inARow)
    return hold(`${limits.inARow} continuations since a person last spoke`);
  const last = state.continuations.at(-1);
  if (last && isWithin(limits.coolDownMs, last.at, now)) return hold("cooling down");
  return { go: true, prompt: promptFor(next.action, next.call, next.reason), progress };
}

/** A clock that was set back does not hold anything up. */
function isWithin(ms: number, since: number, now: number): boolean {
  const passed = now - since;
  return passed >= 0 && passed < ms;
}

function promptFor(action: string, call: string | null, reason: string): string {
  return [
    `${ENGINE_MARK} The work is not finished. Next: ${action}.`,
    reason,
    ...(call ? [`Begin with ${call}.`] : ["Ask gsd_next if you are unsure."]),
    "If only a person can decide, say what you need and stop.",
  ].join("\n");
}

/** Beginning a step is a person's decision unless the project says otherwise. */
function advancesItself({ config }: PlanningSnapshot): boolean {
  return lookupConfig(config, "workflow.auto_advance") === true;
}

/** Moves with the record and with every planning file, whoever changed it. */
function progressMark(snapshot: PlanningSnapshot, run: RunState | null): string {
  return sha256(`${run?.moves ?? 0} ${snapshot.stamp}`).slice(0, 16);
}

/** What a person should know about a project where turns go on by themselves. */
export function describeLimits({ withoutProgress, inARow, coolDownMs }: Limits): string {
  const pause = coolDownMs > 0 ? `, at least ${coolDownMs} ms apart` : "";
  return `Continuation is on: an idle turn goes on by itself, at most ${inARow} in a row before you speak, ${withoutProgress} of them without progress${pause}.`;
}

export function limitsOf({ setting }: ProjectContext): Limits {
  return {
    enabled: setting("continuation.enabled"),
    withoutProgress: setting("continuation.max_without_progress"),
    inARow: setting("continuation.max_in_a_row"),
    coolDownMs: setting("continuation.cool_down_ms"),
  };
}
