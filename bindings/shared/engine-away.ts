import type { Reaction } from "../../engine/index.ts";

/** The gate's answer while the engine gives none. */
export const ENGINE_AWAY: Extract<Reaction, { type: "deny" }> = {
  type: "deny",
  rule: "engine-away",
  reason: "the engine that judges tool calls does not answer",
  remedy: "Ask the person to run `loopwright doctor`.",
};
