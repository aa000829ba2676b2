import { join } from "node:path";
import { isThere } from "../file/is-there.ts";
import { journalPath } from "../file/journal-path.ts";
import { planningPaths } from "./planning-paths.ts";

/** Whether a killed process left a change of the plan half done. */
export function isUnfinished(root: string, workstream: readonly string[] | null | undefined): boolean {
  return isThere(join(root, journalPath(planningPaths(workstream).folder)));
}
