import type { JsonObject } from "../../json.ts";
import type { Settings } from "../settings.ts";
import type { Query } from "./query.ts";

/** Whether the steps of the loop follow each other without a person, and which setting says so. */
export function autoMode(settings: Settings): JsonObject {
  const advance = settings.isOn("workflow.auto_advance");
  const chain = settings.isOn("workflow._auto_chain_active");
  const source = chain && advance ? "both" : chain ? "auto_chain" : advance ? "auto_advance" : "none";
  return { active: advance || chain, source, auto_chain_active: chain, auto_advance: advance };
}

/** A fact that a gate may ask for; it never blocks. */
export const autoModeQuery: Query = ({ settings }) => {
  const details = autoMode(settings);
  return { block: false, message: `the steps follow each other by themselves: ${details.active}`, remedy: "", details };
};
