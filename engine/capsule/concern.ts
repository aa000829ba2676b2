import { type Concern, NOTHING } from "../concern.ts";
import type { SessionRef } from "../event.ts";
import type { ProjectContext } from "../loop/context.ts";
import { nextStep } from "../loop/next.ts";
import { isRemembering } from "../memory/is-remembering.ts";
import { learningsOf, projectName } from "../memory/project-learnings.ts";
import { recall } from "../memory/recall.ts";
import type { Reaction } from "../reaction.ts";
import { graceOf, newestSignal } from "../run/activity.ts";
import { attachedRun } from "../run/attached-run.ts";
import { parseHeader } from "../run/run-header.ts";
import type { RunLog } from "../run/run-log.ts";
import { laneOf } from "../run/session-lane.ts";
import type { RunState } from "../run/state.ts";
import { isDirective } from "../run/untrusted.ts";
import { type AnchorFacts, anchorFacts, renderAnchor, renderForSummary } from "./anchor.ts";
import { CAPSULE_LIMIT, renderCapsule } from "./capsule.ts";

type Moment = "before" | "after" | "resume";

/** Gives the summary what it has to keep. */
export const capsuleBeforeCompaction: Concern<"context.compact"> = {
  name: "capsule",
  posture: "advice",
  react: (event, context) => capsule(event.session, context, "before"),
};

/** Gives it again afterwards, word for word, and keeps the host from going on where a person is asked. */
export const capsuleAfterCompaction: Concern<"context.compacted"> = {
  name: "capsule",
  posture: "advice",
  react(event, context) {
    const reactions = capsule(event.session, context, "after");
    const question = reactions.length > 0 ? context.snapshot().waiting?.question : undefined;
    return question === undefined
      ? reactions
      : [...reactions, { type: "hold", reason: `waiting for a person: ${question}` }];
  },
};

/** Sessions of this process: what was said in them is still in their context. */
const seen = new WeakMap<ProjectContext, Set<string>>();

function firstSight(session: string, context: ProjectContext): boolean {
  const known = seen.get(context) ?? new Set<string>();
  seen.set(context, known);
  const isFirst = !known.has(session);
  known.add(session);
  return isFirst;
}

export const noteFreshSession: Concern<"session.start"> = {
  name: "capsule",
  posture: "advice",
  react(event, context) {
    if (event.reason === "startup" || event.reason === "reload") firstSight(event.session.id, context);
    return NOTHING;
  },
};

/** A session that another process began, and that takes part in the run, is told where the work stands. */
export const capsuleOnResume: Concern<"prompt.submit"> = {
  name: "capsule",
  posture: "advice",
  react(event, context) {
    const isFirst = firstSight(event.session.id, context);
    return isFirst && event.author !== "command" ? capsule(event.session, context, "resume") : NOTHING;
  },
};

function capsule(session: SessionRef, context: ProjectContext, moment: Moment): readonly Reaction[] {
  const work = attachedRun(session, context);
  const snapshot = context.snapshot();
  if (work === null || !snapshot.exists || isDirective(work.run.id)) return NOTHING;
  const { run, state } = work;
  const learnt = moment === "after" ? learntHere(context, state) : [];
  const facts = context.runs.isGuildProject ? guildFacts(run, session, context, moment) : null;
  if (facts === null) return [{ type: "context", text: renderCapsule(snapshot, state, CAPSULE_LIMIT, learnt) }];
  const anchor = moment === "before" ? renderForSummary(facts) : renderAnchor(facts);
  const limit = { ...CAPSULE_LIMIT, bytes: CAPSULE_LIMIT.bytes - Buffer.byteLength(anchor) - 2 };
  return [{ type: "context", text: `${renderCapsule(snapshot, state, limit, learnt)}\n\n${anchor}` }];
}

function learntHere(context: ProjectContext, run: RunState): readonly string[] {
  if (!isRemembering(context)) return [];
  const { phase } = nextStep(context.snapshot(), run);
  return recall(learningsOf(context), projectName(context), phase).map(({ learning }) => learning);
}

function guildFacts(run: RunLog, session: SessionRef, context: ProjectContext, moment: Moment): AnchorFacts | null {
  return anchorFacts({
    source: moment === "resume" ? "resume" : "compact",
    isWorker: laneOf(session, context) !== undefined,
    askedRun: run.id,
    header: parseHeader(context.runs.header(run)),
    settings: context.runs.settings(run),
    newestSignalAgeMs: context.now() - newestSignal(run.folder),
    graceMs: graceOf(context.env),
  });
}
