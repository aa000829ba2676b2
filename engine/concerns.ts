import { bootstrapBlock, statusCard } from "./bootstrap/concern.ts";
import { withinBudget } from "./capsule/budget.ts";
import {
  capsuleAfterCompaction,
  capsuleBeforeCompaction,
  capsuleOnResume,
  noteFreshSession,
} from "./capsule/concern.ts";
import type { ConcernTable } from "./concern.ts";
import { announceContinuation, continueAfterTurn, continueBeforeTurnEnds } from "./continuation/concern.ts";
import { EngineError } from "./error.ts";
import { type EngineEvent, PROBE_SESSION } from "./event.ts";
import { parseEvent } from "./event-schema.ts";
import { agentAtPrompt, agentAtStart } from "./guard/agents.ts";
import { askAnswered, askRefused, guardConcern } from "./guard/concern.ts";
import { warnOfInjection } from "./guard/injection-concern.ts";
import { closeLane, openLane } from "./lifecycle/at-lane.ts";
import { learningBackstop, queueReflections } from "./lifecycle/at-learning.ts";
import { lifecycleGate, skillNudge } from "./lifecycle/at-prompt.ts";
import { scrubAfterWrite } from "./lifecycle/at-scrub.ts";
import { taskCreated } from "./lifecycle/at-task.ts";
import { closeGate, leanLead, reflection } from "./lifecycle/at-turn-end.ts";
import { silentLanes, watchDispatch } from "./lifecycle/at-wake.ts";
import { heartbeat, reflectionAfterWorker, teammateIdle } from "./lifecycle/at-worker.ts";
import { gateOutcomeAfterChange, gateOutcomeAfterWrite, receiptLint } from "./lifecycle/at-write.ts";
import type { ProjectContext } from "./loop/context.ts";
import { captureBeforeCompaction } from "./memory/concern.ts";
import { overlayScripts } from "./overlay-hooks/concern.ts";
import { listenForMoves, tellMoves } from "./presence/concern.ts";
import { hushed } from "./presence/hushed.ts";
import type { Reaction } from "./reaction.ts";
import { closeRunAfterTurn } from "./run/close-run.ts";
import {
  journalCallBegin,
  journalCallEnd,
  journalCompact,
  journalCompacted,
  journalPermission,
  journalPrompt,
  journalSessionEnd,
  journalSessionStart,
  journalTurn,
  journalUsage,
  journalWorker,
} from "./run/journal.ts";
import { shellEnvironment } from "./run/shell-environment.ts";
import { tellRefusedRun } from "./run/tell-refused-run.ts";

/** Per event, which concerns run and in what order: guard before the log line, log line before advice that reads it. */
const CONCERNS: ConcernTable = {
  "session.start": [
    listenForMoves,
    agentAtStart,
    journalSessionStart,
    noteFreshSession,
    overlayScripts("session.start"),
  ],
  "session.end": [journalSessionEnd, overlayScripts("session.end")],
  "prompt.submit": [
    listenForMoves,
    agentAtPrompt,
    tellRefusedRun,
    lifecycleGate,
    skillNudge,
    announceContinuation,
    journalPrompt,
    statusCard,
    bootstrapBlock,
    capsuleOnResume,
    overlayScripts("prompt.submit"),
  ],
  "tool.before": [guardConcern, taskCreated, journalCallBegin, heartbeat, overlayScripts("tool.before")],
  "tool.after": [
    askRefused,
    journalCallEnd,
    scrubAfterWrite,
    receiptLint,
    gateOutcomeAfterWrite,
    closeLane,
    warnOfInjection,
    tellMoves,
    overlayScripts("tool.after"),
  ],
  "permission.asked": [journalPermission],
  "permission.answered": [askAnswered],
  usage: [journalUsage],
  "context.compact": [
    journalCompact,
    captureBeforeCompaction,
    capsuleBeforeCompaction,
    overlayScripts("context.compact"),
  ],
  "context.compacted": [journalCompacted, capsuleAfterCompaction],
  "turn.closing": [continueBeforeTurnEnds],
  "turn.stop": [
    journalTurn,
    continueAfterTurn,
    reflection,
    closeRunAfterTurn,
    learningBackstop,
    queueReflections,
    leanLead,
    closeGate,
    overlayScripts("turn.stop"),
  ],
  "worker.stop": [journalWorker, reflectionAfterWorker, teammateIdle],
  "task.dispatch": [openLane, watchDispatch],
  "task.collect": [],
  "shell.start": [shellEnvironment],
  "file.changed": [gateOutcomeAfterChange],
  wake: [silentLanes],
};

/** Events that come before what they tell of: nobody else hears of what was refused. */
const CAN_BE_STOPPED: ReadonlySet<EngineEvent["type"]> = new Set(["tool.before", "prompt.submit"]);

/** Lets every concern of the event react. Throws `EVENT_INVALID` for what is no event of the closed list. */
export function react(event: EngineEvent, context: ProjectContext): readonly Reaction[] {
  const problems = parseEvent(event);
  if (problems.length > 0) {
    throw new EngineError("EVENT_INVALID", `The event does not fit: ${problems.join("; ")}`, {
      remedy: "The binding sends something that the engine does not know; run `loopwright doctor`.",
    });
  }
  const isProbe = event.session.id === PROBE_SESSION;
  const reactions: Reaction[] = [];
  for (const concern of CONCERNS[event.type]) {
    if (isProbe && concern.posture !== "gate") continue;
    try {
      reactions.push(
        ...(concern.react as (event: EngineEvent, context: ProjectContext) => readonly Reaction[])(event, context),
      );
    } catch (error) {
      if (concern.posture === "gate") reactions.push(shutBecause(concern.name, error));
    }
    if (CAN_BE_STOPPED.has(event.type) && reactions.some(({ type }) => type === "deny")) break;
  }
  const isCompaction = event.type === "context.compact" || event.type === "context.compacted";
  return hushed(isCompaction ? withinBudget(reactions) : reactions, context);
}

function shutBecause(name: string, error: unknown): Reaction {
  return {
    type: "deny",
    rule: name,
    reason: `the ${name} could not decide (${error instanceof Error ? error.message : String(error)})`,
    remedy: "Ask the person to run `loopwright doctor`.",
  };
}
