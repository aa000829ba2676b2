import { join } from "node:path";
import { type Concern, NOTHING } from "../concern.ts";
import type { SessionRef } from "../event.ts";
import type { ProjectContext } from "../loop/context.ts";
import { existsAsFolder } from "../loop/planning-folder.ts";
import { laneOf } from "../run/session-lane.ts";

/** Projects whose person has been told in this process. */
const carded = new WeakSet<ProjectContext>();

/** Tells a person who begins to speak that the plugin is at work, and by what it is called; once per process. */
export const statusCard: Concern<"prompt.submit"> = {
  name: "status card",
  posture: "advice",
  react({ session, author }, context) {
    const { card = "" } = context.content;
    if (card === "" || author === "engine" || carded.has(context) || !isLeadAtWork(session, context)) return NOTHING;
    carded.add(context);
    return [{ type: "notify", level: "info", text: card }];
  },
};

/**
 * Tells the model of a lead session what Loopwright is and how to work with it. Nothing of it depends on where the work
 * stands: the text stays the same from call to call, so that what a provider has cached of the prompt holds.
 */
export const bootstrapBlock: Concern<"prompt.submit"> = {
  name: "bootstrap block",
  posture: "advice",
  react({ session }, context) {
    const { bootstrap = "" } = context.content;
    const isDue = bootstrap !== "" && isLeadAtWork(session, context) && context.setting("bootstrap");
    return isDue ? [{ type: "instruct", text: bootstrap }] : NOTHING;
  },
};

/** A worker has a task of its own, and where there is neither plan nor run, we are no part of the work. */
function isLeadAtWork(session: SessionRef, context: ProjectContext): boolean {
  if (session.role !== "root" || laneOf(session, context) !== undefined) return false;
  return existsAsFolder(join(context.root, ".planning")) || context.runs.current() !== null;
}
