import { join } from "node:path";
import { readBounded } from "../capability/read-bounded.ts";
import type { WatchedPaths } from "../capability/watched-paths.ts";
import { watchedValue } from "../capability/watched-value.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { lookupConfig } from "../planning/config.ts";

/** What Guild's parts can be told, as `.guild/settings.json` names it. A key may hold a whole section. */
export const GUILD_KEYS = [
  "defaults.lifecycle_gate.enforce",
  "defaults.lifecycle_gate.adhoc_activity_threshold",
  "defaults.lifecycle_gate.skills",
  "defaults.lean_lead.hands_on_edit_threshold",
  "defaults.skill_nudge.domains",
  "defaults.handoff_lint.enforce",
  "defaults.agent_team.enforce",
  "defaults.heartbeat_timeout_ms",
  "defaults.resume.enabled",
  "defaults.resume.max_attempts",
  "defaults.allowed_tools",
  "secrets_policy.env_allowlist",
  "secrets_policy.redaction_patterns",
  "secrets_policy.fail_mode_durable",
  "secrets_policy.fail_mode_telemetry",
  "security.bypass_permissions_policy",
  "auto_approve",
  "host_mode",
  "models.tiers",
  "host_profiles",
  "roles",
  "record_status_runs",
  "telemetry.legacy_mirror",
  "mcp.pin_proxy",
] as const;

/** The value of a Guild setting, or undefined where nobody set it. */
export type GuildSettings = (key: string) => Json | undefined;

/**
 * One resolver for the settings that Guild's parts share: `.planning/config.json` under `loopwright` (without
 * `defaults.` in front), then `.guild/settings.local.json`, then `.guild/settings.json`. The first that says something
 * counts.
 */
export function createGuildSettings(root: string, projectConfig: () => JsonObject): GuildSettings {
  const files = watchedValue((watched) =>
    ["settings.local.json", "settings.json"].map((name) => readSettings(join(root, ".guild", name), watched)),
  );
  return (key) =>
    lookupConfig(projectConfig(), `loopwright.${key.replace(/^defaults\./, "")}`) ??
    files()
      .map((settings) => lookupConfig(settings, key))
      .find((value) => value !== undefined);
}

function readSettings(path: string, watched: WatchedPaths): JsonObject {
  watched.note(path);
  const read = readBounded(path);
  if (!read.ok) return {};
  try {
    const value: unknown = JSON.parse(read.bytes.toString("utf8"));
    return isJsonObject(value) ? value : {};
  } catch {
    // A file that cannot be read sets nothing; the guards that it would switch on stay as they are by default.
    return {};
  }
}
