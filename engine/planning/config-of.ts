import type { JsonObject } from "../json.ts";
import { overlayConfig } from "./config.ts";
import { PLANNING, type PlanningPaths } from "./planning-paths.ts";

/** The settings of a workstream lie over those of the project. */
export function configOf(paths: PlanningPaths, configAt: (path: string) => JsonObject): JsonObject {
  const own = configAt(`${paths.folder}/config.json`);
  return paths.folder === PLANNING ? own : overlayConfig(configAt(`${PLANNING}/config.json`), own);
}
