import { type Concern, NOTHING } from "../concern.ts";
import type { SessionRef } from "../event.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";
import { renderCapsule } from "./capsule.ts";

/** Gives the summary what it has to keep. */
export const capsuleBeforeCompaction: Concern<"context.compact"> = {
  name: "capsule",
  posture: "advice",
  react: (event, context) => capsule(event.session, context),
};

/** Gives it again afterwards, word for word, and keeps the host from going on where a person is asked. */
export const capsuleAfterCompaction: Concern<"context.compacted"> = {
  name: "capsule",
  posture: "advice",
  react(event, context) {
    const reactions = capsule(event.session, context);
    const question = reactions.length > 0 ? context.snapshot().waiting?.question : undefined;
    return question === undefined
      ? reactions
      : [...reactions, { type: "hold", reason: `waiting for a person: ${question}` }];
  },
};

/**
 * A capsule belongs to a session that takes part in the run: a child has its own task, an unknown session may be
 * anybody's, and a person may use another session for something else.
 */
function capsule(session: SessionRef, context: ProjectContext): readonly Reaction[] {
  const run = context.runs.current()?.state();
  const snapshot = context.snapshot();
  if (session.role !== "root" || !run?.sessions.get(session.id)?.attached || !snapshot.exists) return NOTHING;
  return [{ type: "context", text: renderCapsule(snapshot, run) }];
}
