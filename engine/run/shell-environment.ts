import { type Concern, NOTHING } from "../concern.ts";

/**
 * Tells a command started by the model which run it belongs to, and lets it write there: our own command line and
 * workers take their right from these variables.
 */
export const shellEnvironment: Concern<"shell.start"> = {
  name: "shell-environment",
  posture: "advice",
  react(_event, context) {
    const run = context.runs.current();
    if (!run) return NOTHING;
    const nonce = context.runs.bindingRef(run);
    const values: Record<string, string> = { LOOPWRIGHT_RUN_ID: run.id };
    if (nonce !== null) Object.assign(values, { GUILD_RUN_ID: run.id, GUILD_RUN_BINDING_REF: nonce });
    return [{ type: "env", values }];
  },
};
