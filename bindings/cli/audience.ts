import type { Caller } from "../../engine/index.ts";

/** Variables that agents and our own bindings set in the shells they start. */
const AGENT_MARKS = ["AI_AGENT", "PI_CODING_AGENT", "OPENCODE", "LOOPWRIGHT_RUN_ID", "GUILD_RUN_BINDING_REF"];

/** Who sits at this command line. A shell of an agent is a model's, whatever person owns the terminal. */
export function audienceOf(env: Readonly<Record<string, string | undefined>>): Caller["audience"] {
  return AGENT_MARKS.some((name) => env[name] !== undefined) ? "model" : "person";
}
