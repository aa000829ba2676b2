import * as z from "zod/mini";
import { isCentralKey, isInCentralFamily } from "../capability/central-names.ts";
import type { ConfigSlice } from "../capability/manifest.ts";
import type { Registry } from "../capability/registry.ts";
import type { Json, JsonObject } from "../json.ts";
import { changeSettings } from "../loop/change-settings.ts";
import type { ProjectContext } from "../loop/context.ts";
import { isGuardingKey } from "../loop/guarding-keys.ts";
import { type Outcome, refuse } from "../loop/outcome.ts";
import { fits } from "../loop/settings.ts";
import type { Caller } from "../port.ts";
import { checkFile } from "../settings/check-file.ts";
import { sharedKeys } from "../settings/explain-shared.ts";
import { nearest } from "../settings/nearest.ts";
import { nameOf, ownKeys } from "../settings/own-keys.ts";
import { keyIn } from "../settings/sayings.ts";
import { SETTING_NAMES, settingOf } from "../settings/table.ts";
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
  const name = nameOf("project", key);
  const written = name === null ? settings.get(key) : (context.setting(name) ?? undefined);
  const value = written ?? (fallback === undefined ? undefined : valueIn(fallback));
  if (value !== undefined) return { ok: true, data: value, text: textOf(value) };
  if (settings.degraded === "config_unparseable") {
    return refuse("config_parse_failed", "config.json is not read: it is no JSON object", "Correct the file.");
  }
  return refuse("config_key_not_found", `${key} has no value here`, "Set it, or ask with --default.");
}

async function set(context: ProjectContext, key: string, written: Json, caller: Caller): Promise<Outcome> {
  const { registry } = context;
  const slice = Object.hasOwn(registry.configSchema, key) ? registry.configSchema[key] : undefined;
  const isOwn = /^loopwright(?:\.|$)/.test(key);
  if (slice === undefined && !isOwn && !isCentralKey(key) && !isInCentralFamily(key)) {
    return unknownKey(key, nearest(key, [...sharedKeys(context).all, ...ownKeyNames()]));
  }
  if (caller.audience === "model" && isGuardingKey(key, registry)) {
    return refuse("not_allowed", `${key} decides what is checked`, "Ask the person to change it in a terminal.");
  }
  const value =
    typeof written === "string" ? valueIn(written, keepsText(key, slice) && !(isOwn && written === "null")) : written;
  const objection = isOwn ? objectionTo(key, value) : null;
  if (objection !== null) return objection;
  if (slice !== undefined && !fits(value, slice)) {
    return refuse("usage", `${key} takes ${kindOf(slice)}, not ${textOf(value)}`, "Give a value of that kind.");
  }
  const previous = context.settings().get(key);
  const problem = await changeSettings(context, [[key, isOwn && value === null ? undefined : value]]);
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

/** Why a value of ours, or of a whole section of ours, is not taken, or null. Null takes a setting out. */
function objectionTo(key: string, value: Json): Outcome | null {
  const names = ownKeyNames();
  if (value === null) {
    const isThere = names.some((name) => name === key || name.startsWith(`${key}.`) || key.startsWith(`${name}.`));
    return isThere ? null : unknownKey(key, nearest(key, names));
  }
  const written = key.split(".").reduceRight<Json>((below, part) => ({ [part]: below }), value);
  const problems = checkFile(written as JsonObject, ownKeys("project"));
  if (problems.length === 0) return null;
  const unknown = problems.find(({ about }) => about === null);
  if (unknown !== undefined) return unknownKey(unknown.key, unknown.near);
  const message = problems.map((problem) => `${problem.key} ${problem.message}`).join("; ");
  const meant = problems.flatMap(({ near }) => near);
  const help = meant.length > 0 ? `Did you mean ${meant.join(", ")}?` : `\`config explain ${key}\` says more.`;
  return refuse("usage", message, help);
}

function unknownKey(key: string, near: readonly string[]): Outcome {
  const remedy = near.length > 0 ? `Did you mean ${near.join(", ")}?` : "`config explain` lists the settings.";
  return refuse("config_invalid_key", `${key} is no setting`, remedy, { near: [...near] });
}

function ownKeyNames(): readonly string[] {
  return SETTING_NAMES.map((name) => keyIn("project", name));
}

/** A setting of text keeps what a person types, also where that looks like something else. */
function keepsText(key: string, slice: ConfigSlice | undefined): boolean {
  const name = nameOf("project", key);
  const kind = name === null ? slice?.type : settingOf(name).takes.is;
  return kind === "string" || kind === "enum" || kind === "text" || kind === "choice";
}

/** What a person types for a value: JSON where it is some, else the text itself. */
function valueIn(text: string, isText = false): Json {
  if (isText) return text;
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
