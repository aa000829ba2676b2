import type { Json } from "../json.ts";
import { SHARED, setting } from "./setting.ts";
import { SWITCH } from "./shape.ts";

const carried = (guildKey: string) =>
  setting<Json | null>({
    takes: { is: "anything" },
    fallback: null,
    layers: SHARED,
    guildKey,
    says: "Stands in the settings that a run keeps, for those who read them; nothing here acts on it.",
  });

/** What a run says about itself to Guild's readers. */
export const CARRIED_ROWS = {
  "telemetry.legacy_mirror": setting<boolean>({
    takes: SWITCH,
    fallback: false,
    layers: SHARED,
    guildKey: "telemetry.legacy_mirror",
    says: "Writes the events of a run in the old form as well; read when a process first sees the run.",
  }),
  "models.tiers": carried("models.tiers"),
  review: carried("review"),
  recommended_provider: carried("recommended_provider"),
  allowed_tools: carried("defaults.allowed_tools"),
  "secrets_policy.env_allowlist": carried("secrets_policy.env_allowlist"),
  "secrets_policy.fail_mode_telemetry": carried("secrets_policy.fail_mode_telemetry"),
  "security.bypass_permissions_policy": carried("security.bypass_permissions_policy"),
  auto_approve: carried("auto_approve"),
  host_mode: carried("host_mode"),
  host_profiles: carried("host_profiles"),
  roles: carried("roles"),
  record_status_runs: carried("record_status_runs"),
  "mcp.pin_proxy": carried("mcp.pin_proxy"),
};
