import { type Concern, NOTHING } from "../concern.ts";
import { nextStep } from "../loop/next.ts";
import { attachedRun } from "../run/attached-run.ts";
import { isRemembering } from "./is-remembering.ts";
import { learningsOf, projectName } from "./project-learnings.ts";
import { runFacts } from "./run-facts.ts";

/** Nobody waits long for a compaction to begin; what is left over is kept at the next one. */
const AT_ONCE = 40;

/** Keeps what the project and the run say as facts, before the conversation about them is summed up. */
export const captureBeforeCompaction: Concern<"context.compact"> = {
  name: "memory",
  posture: "advice",
  react({ session }, context) {
    const work = attachedRun(session, context);
    if (work === null || !isRemembering(context)) return NOTHING;
    const snapshot = context.snapshot();
    const { phase } = nextStep(snapshot, work.state);
    const facts = runFacts(snapshot, work.state, phase, projectName(context));
    learningsOf(context).addNew(facts, AT_ONCE);
    return NOTHING;
  },
};
