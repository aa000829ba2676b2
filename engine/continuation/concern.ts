import { type Concern, NOTHING } from "../concern.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";
import { decideContinuation, describeLimits, limitsOf } from "./brakes.ts";

/** Decides at the end of a turn whether the session goes on by itself. Runs after the turn stands in the record. */
export const continueAfterTurn: Concern<"turn.stop"> = {
  name: "continuation",
  posture: "advice",
  react(event, context) {
    return event.session.role === "root" ? decide(event.session.id, context, "after") : NOTHING;
  },
};

/** The same decision for hosts that end their process with the turn. */
export const continueBeforeTurnEnds: Concern<"turn.closing"> = {
  name: "continuation",
  posture: "advice",
  react(event, context) {
    return event.session.role === "root" ? decide(event.session.id, context, "before") : NOTHING;
  },
};

/** Says once per run, with its first prompt, that turns may go on by themselves. */
export const announceContinuation: Concern<"prompt.submit"> = {
  name: "continuation",
  posture: "advice",
  react(event, context) {
    const run = context.runs.current()?.state();
    if (event.session.role !== "root" || !run || run.personSpokeAt > 0) return NOTHING;
    const limits = limitsOf(context);
    return limits.enabled ? [{ type: "notify", level: "info", text: describeLimits(limits) }] : NOTHING;
  },
};

function decide(session: string, context: ProjectContext, moment: "before" | "after"): readonly Reaction[] {
  const run = context.runs.current();
  const state = run?.state() ?? null;
  const decision = decideContinuation({
    snapshot: context.snapshot(),
    run: state,
    session,
    limits: limitsOf(context),
    now: context.now(),
  });
  if (decision.go) {
    run?.append("continuation", {
      session_id: session,
      decision: "continued",
      reason: "there is a next action",
      ...(moment === "before" && { before_end: true }),
      progress: decision.progress,
    });
    return [{ type: "continue", prompt: decision.prompt }];
  }
  if (!decision.notable || state?.sessions.get(session)?.heldBecause === decision.reason) return NOTHING;
  run?.append("continuation", {
    session_id: session,
    decision: "held",
    reason: decision.reason,
    progress: decision.progress,
  });
  return [{ type: "notify", level: "info", text: `Not continued: ${decision.reason}.` }];
}
