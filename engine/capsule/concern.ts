import { type Concern, NOTHING } from "../concern.ts";
import type { SessionRef } from "../event.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";
import { graceOf, newestSignal } from "../run/activity.ts";
import { parseHeader } from "../run/run-header.ts";
import type { RunLog } from "../run/run-log.ts";
import { laneOf } from "../run/session-lane.ts";
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

/**
 * A capsule belongs to a session that takes part in the run: a child has its own task, an unknown session may be
 * anybody's, and a person may use another session for something else.
 */
function capsule(session: SessionRef, context: ProjectContext, moment: Moment): readonly Reaction[] {
  const run = context.runs.current();
  const state = run?.state();
  const snapshot = context.snapshot();
  if (!run || session.role !== "root" || !state?.sessions.get(session.id)?.attached || !snapshot.exists) return NOTHING;
  if (isDirective(run.id)) return NOTHING;
  const facts = context.runs.isGuildProject ? guildFacts(run, session, context, moment) : null;
  if (facts === null) return [{ type: "context", text: renderCapsule(snapshot, state) }];
  const anchor = moment === "before" ? renderForSummary(facts) : renderAnchor(facts);
  const bytes = CAPSULE_LIMIT.bytes - Buffer.byteLength(anchor) - 2;
  return [{ type: "context", text: `${renderCapsule(snapshot, state, { ...CAPSULE_LIMIT, bytes })}\n\n${anchor}` }];
}

function guildFacts(run: RunLog, session: SessionRef, context: ProjectContext, moment: Moment): AnchorFacts | null {
  return anchorFacts({
    source: moment === "resume" ? "resume" : "compact",
    isWorker: laneOf(session, context) !== undefined,
    askedRun: run.id,
    header: parseHeader(context.runs.header(run)),
    newestSignalAgeMs: context.now() - newestSignal(run.folder),
    graceMs: graceOf(context.env),
  });
}
