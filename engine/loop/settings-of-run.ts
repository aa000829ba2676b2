import { openCodeDescriptor } from "../host/opencode.ts";
import { piDescriptor } from "../host/pi.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { isOn } from "../lifecycle/settings.ts";
import { lookupConfig, overlayConfig } from "../planning/config.ts";
import type { RunSettings } from "../run/run-settings.ts";
import { keyIn } from "../settings/sayings.ts";
import { SETTING_NAMES, settingOf } from "../settings/table.ts";
import type { ProjectContext } from "./context.ts";

/** What is set where a run begins: our own settings and those of Guild's parts, each as it holds. */
export function settingsOfRun(context: ProjectContext): RunSettings {
  const shared = SETTING_NAMES.filter((name) => settingOf(name).layers.includes("guild"));
  const held = shared.map((name) => [keyIn("guild", name), context.setting(name)] as const);
  return {
    backend: backendOf(context),
    review: textOf(context.setting("review")),
    recommendedProvider: textOf(context.setting("recommended_provider")),
    values: { loopwright: ownSettings(context), ...Object.fromEntries(held.filter(([, value]) => value !== null)) },
  };
}

/** What the project says, with what holds in place of it. A person's own file is no business of a run's readers. */
function ownSettings(context: ProjectContext): JsonObject {
  const written = lookupConfig(context.snapshot().config, "loopwright");
  const own = SETTING_NAMES.filter((name) => settingOf(name).layers.every((layer) => layer === "project"));
  return own.reduce<JsonObject>(
    (settings, name) => overlayConfig(settings, nested(name.split("."), context.setting(name))),
    isJsonObject(written) ? written : {},
  );
}

function nested(path: readonly string[], value: Json): JsonObject {
  const [first = "", ...rest] = path;
  return { [first]: rest.length === 0 ? value : nested(rest, value) };
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

function textOf(value: Json): string | null {
  return typeof value === "string" ? value : null;
}
