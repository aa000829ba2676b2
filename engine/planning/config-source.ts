import type { JsonObject } from "../json.ts";
import { overlayConfig, readConfig } from "./config.ts";
import { PLANNING, type PlanningPaths, planningPaths } from "./planning-paths.ts";
import { TrackedFiles } from "./tracked-files.ts";

/** The project's settings alone, for those who are asked often: a plan may be long. What cannot be read sets nothing. */
export function createConfigSource(root: string, workstream: readonly string[] | null): () => JsonObject {
  const files = new TrackedFiles(root);
  const paths = planningPaths(workstream);
  let last: JsonObject = {};
  return () => {
    if (files.unchanged()) return last;
    files.begin();
    last = configOf(paths, (path) => {
      const answer = files.read(path, readConfig);
      return answer.kind === "value" && answer.value.ok ? answer.value.config : {};
    });
    files.finish();
    return last;
  };
}

/** The settings of a workstream lie over those of the project. */
export function configOf(paths: PlanningPaths, configAt: (path: string) => JsonObject): JsonObject {
  const own = configAt(`${paths.folder}/config.json`);
  return paths.folder === PLANNING ? own : overlayConfig(configAt(`${PLANNING}/config.json`), own);
}
