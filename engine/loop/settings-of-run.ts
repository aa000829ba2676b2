import { limitsOf } from "../continuation/brakes.ts";
import { openCodeDescriptor } from "../host/opencode.ts";
import { piDescriptor } from "../host/pi.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { GUARD_NAMES, isOn } from "../lifecycle/settings.ts";
import { lookupConfig } from "../planning/config.ts";
import type { RunSettings } from "../run/run-settings.ts";
import type { ProjectContext } from "./context.ts";
import { GUILD_KEYS } from "./guild-settings.ts";

/** What is set where a run begins: our own settings and those of Guild's parts, each as it holds. */
export function settingsOfRun(context: ProjectContext): RunSettings {
  const { guildSetting } = context;
  const set = GUILD_KEYS.map((key) => [key, guildSetting(key)] as const).filter(([, value]) => value !== undefined);
  const guards = GUARD_NAMES.map((name) => [`defaults.${name}.enabled`, isOn(name, context)] as const);
  return {
    backend: backendOf(context),
    review: textOf(guildSetting("review")),
    recommendedProvider: textOf(guildSetting("recommended_provider")),
    values: { loopwright: ownSettings(context), ...Object.fromEntries([...set, ...guards]) },
  };
}

function ownSettings(context: ProjectContext): JsonObject {
  const written = lookupConfig(context.snapshot().config, "loopwright");
  const { enabled, withoutProgress, inARow, coolDownMs } = limitsOf(context.snapshot());
  return {
    ...(isJsonObject(written) && written),
    continuation: {
      enabled,
      max_without_progress: withoutProgress,
      max_in_a_row: inARow,
      cool_down_ms: coolDownMs,
    },
  };
}

/** A team where its checks are on, else the host's own agents where it has such. */
function backendOf(context: ProjectContext): string {
  if (isOn("agent_team", context)) return "team";
  return startsAgents(context.host) ? "subagent" : "unknown";
}

/** By what its descriptor says; on which runtime it is makes no difference to that. */
function startsAgents(host: string): boolean {
  const learned = { runtime: "node" } as const;
  if (host === "opencode") return openCodeDescriptor(learned).dispatch.namedDispatch === true;
  return host === "pi" && piDescriptor(learned).dispatch.namedDispatch === true;
}

function textOf(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
