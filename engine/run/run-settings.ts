import type { JsonObject } from "../json.ts";

export const SETTINGS_FILE = "resolved-settings.json";
const SCHEMA_VERSION = "guild.resolved_settings.v1";

/** The settings that hold for a run when it begins. */
export interface RunSettings {
  /** How lanes are dispatched: `team`, `agent`, `subagent`, `auto`, or `unknown`. */
  readonly backend: string;
  readonly review: string | null;
  readonly recommendedProvider: string | null;
  readonly values: JsonObject;
}

/** The content of `resolved-settings.json`, before it is cleaned. `at` is an ISO time. */
export function composeSettings(run: string, at: string, settings: RunSettings): JsonObject {
  return {
    schema_version: SCHEMA_VERSION,
    run_id: run,
    resolved_at: at,
    ...refOf(settings),
    settings: settings.values,
  };
}

/** What `run.yaml` says about that file. */
export function settingsRef(settings: RunSettings): JsonObject {
  return { path: SETTINGS_FILE, schema_version: SCHEMA_VERSION, ...refOf(settings) };
}

function refOf({ backend, review, recommendedProvider }: RunSettings): JsonObject {
  return { effective_backend: backend, review, recommended_provider: recommendedProvider };
}
