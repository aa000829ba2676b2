import type { ProjectContext } from "./context.ts";
import { type Outcome, refuse } from "./outcome.ts";

/** Why there is no run that this process may write to. `remedy` is what to do where none is open. */
export function noRun({ runs }: ProjectContext, remedy: string): Outcome {
  const refusal = runs.refusal();
  if (refusal === null) return refuse("no_run", "No run is open in this project", remedy);
  return refuse(refusal.reason, refusal.message, refusal.remedy);
}
