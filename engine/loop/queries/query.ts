import type { JsonObject } from "../../json.ts";
import type { PhaseView, PlanningSnapshot } from "../../planning/types.ts";
import type { CheckAnswer } from "../evaluate-predicate.ts";
import type { Settings } from "../settings.ts";

export interface QueryContext {
  readonly snapshot: PlanningSnapshot;
  readonly phase: PhaseView;
  readonly settings: Settings;
}

/** A check that the engine knows by name. */
export type Query = (context: QueryContext) => CheckAnswer;

/** Open when there is no problem; else shut, with all of them. */
export function fromProblems(
  problems: readonly string[],
  words: { readonly open: string; readonly remedy: string },
  details: JsonObject = {},
): CheckAnswer {
  if (problems.length === 0) return { block: false, message: words.open, remedy: "", details };
  return { block: true, message: problems.join("; "), remedy: words.remedy, details: { ...details, problems } };
}
