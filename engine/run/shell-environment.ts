import { type Concern, NOTHING } from "../concern.ts";

/** Tells a command started by the model which run it belongs to. */
export const shellEnvironment: Concern<"shell.start"> = {
  name: "shell-environment",
  posture: "advice",
  react(_event, context) {
    const run = context.runs.current();
    return run ? [{ type: "env", values: { LOOPWRIGHT_RUN_ID: run.id } }] : NOTHING;
  },
};
