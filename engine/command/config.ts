import * as z from "zod/mini";
import { isCentralKey, isInCentralFamily } from "../capability/central-names.ts";
import type { ConfigSlice } from "../capability/manifest.ts";
import type { Registry } from "../capability/registry.ts";
import type { Json } from "../json.ts";
import { changeSettings } from "../loop/change-settings.ts";
import type { ProjectContext } from "../loop/context.ts";
import { isGuardingKey } from "../loop/guarding-keys.ts";
import { type Outcome, refuse } from "../loop/outcome.ts";
import { fits } from "../loop/settings.ts";
import type { Caller } from "../port.ts";
import { word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

export const configCommands: readonly CommandRow[] = [
  row({
    family: "config-get",
    name: "",
    summary: "The value of a setting by its dotted key, defaults included.",
    audience: "both",
    positionals: ["key"],
    isApart: true,
    input: () => z.object({ key: word(), default: z.optional(z.string()) }),
    run: (context, input) => get(context, input.key, input.default),
  }),
  row({
    family: "config-set",
    name: "",
    summary: "Change a setting of the project. What loosens a guard, only a person changes.",
    audience: "both",
    positionals: ["key", "value"],
    isApart: true,
    input: () => z.object({ key: word(), value: z.json() }),
    run: (context, input, caller) => set(context, input.key, input.value as Json, caller),
  }),
];

function get(context: ProjectContext, key: string, fallback: string | undefined): Outcome {
  const settings = context.settings();
  const value = settings.get(key) ?? (fallback === undefined ? undefined : valueIn(fallback));
  if (value !== undefined) return { ok: true, data: value, text: textOf(value) };
  if (settings.degraded === "config_unparseable") {
    return refuse("config_parse_failed", "config.json is not read: it is no JSON object", "Correct the file.");
  }
  return refuse("config_key_not_found", `${key} has no value here`, "Set it, or ask with --default.");
}

async function set(context: ProjectContext, key: string, written: Json, caller: Caller): Promise<Outcome> {
  const { registry } = context;
  const slice = Object.hasOwn(registry.configSchema, key) ? registry.configSchema[key] : undefined;
  if (slice === undefined && !isKnown(key)) {
    return refuse("config_invalid_key", `${key} is no setting`, "`capability state` names what can be switched.");
  }
  if (caller.audience === "model" && isGuardingKey(key, registry)) {
    return refuse("not_allowed", `${key} decides what is checked`, "Ask the person to change it in a terminal.");
  }
  const value = typeof written === "string" ? valueIn(written, slice) : written;
  if (slice !== undefined && !fits(value, slice)) {
    return refuse("usage", `${key} takes ${kindOf(slice)}, not ${textOf(value)}`, "Give a value of that kind.");
  }
  const previous = context.settings().get(key);
  const problem = await changeSettings(context, [[key, value]]);
  if (problem !== null) return refuse("config_parse_failed", problem, "Correct the file first; nothing was changed.");
  context.runs
    .current()
    ?.append("transition", { name: `config-set ${key}`, changed: [`${context.snapshot().folder}/config.json`] });
  return {
    ok: true,
    data: { updated: true, key, value, ...(previous !== undefined && { previousValue: previous }) },
    text: `${key} is ${textOf(value)}${previous === undefined ? "" : `; it was ${textOf(previous)}`}.`,
  };
}

function isKnown(key: string): boolean {
  return isCentralKey(key) || isInCentralFamily(key) || /^loopwright(?:\.[a-z][a-z0-9_]*)+$/.test(key);
}

/** What a person types for a value: JSON where it is some, else the text itself; a setting of text keeps its text. */
function valueIn(text: string, slice?: ConfigSlice): Json {
  if (slice?.type === "string" || slice?.type === "enum") return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Not JSON: the text is the value.
    return text;
  }
}

function kindOf({ type, values }: Registry["configSchema"][string]): string {
  return type === "enum" ? `one of ${(values ?? []).join(", ")}` : `a ${type}`;
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
