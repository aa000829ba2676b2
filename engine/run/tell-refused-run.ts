import { type Concern, NOTHING } from "../concern.ts";
import type { ProjectContext } from "../loop/context.ts";

const told = new WeakSet<ProjectContext>();

/** Says once in a process that nothing is written to the run that its environment names, and why. */
export const tellRefusedRun: Concern<"prompt.submit"> = {
  name: "run-binding",
  posture: "advice",
  react(_event, context) {
    const refusal = told.has(context) ? null : context.runs.refusal();
    if (refusal === null) return NOTHING;
    told.add(context);
    return [{ type: "notify", level: "warning", text: `${refusal.message}. ${refusal.remedy}` }];
  },
};
