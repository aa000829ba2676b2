import { isJsonObject, type Json, type JsonObject } from "../json.ts";

export type ConfigReading =
  | { readonly ok: true; readonly config: JsonObject }
  | { readonly ok: false; readonly message: string };

const UNSAFE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Old spellings and where they are read today. The file itself is never rewritten. */
const MOVED: readonly (readonly [from: string, section: string | null, to: string])[] = [
  ["branching_strategy", "git", "branching_strategy"],
  ["base_branch", "git", "base_branch"],
  ["sub_repos", "planning", "sub_repos"],
  ["depth", null, "granularity"],
];

/** Reads the text of `.planning/config.json`. Anything but a JSON object is a problem, never an empty object. */
export function readConfig(text: string): ConfigReading {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""), (key, item) => (UNSAFE_KEYS.has(key) ? undefined : item));
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
  if (!isJsonObject(value)) return { ok: false, message: "the file does not hold a JSON object" };
  return { ok: true, config: withMovedKeys(value) };
}

/** The value at a dotted path, looking at own properties only. */
export function lookupConfig(config: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = config;
  for (const segment of path.split(".")) {
    if (UNSAFE_KEYS.has(segment) || !isJsonObject(value) || !Object.hasOwn(value, segment)) return undefined;
    value = value[segment];
  }
  return value;
}

/** Objects merge; everything else, an explicit null too, replaces what lies below. */
export function overlayConfig(below: JsonObject, above: JsonObject): JsonObject {
  const result: Record<string, Json | undefined> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const under = Object.hasOwn(result, key) ? result[key] : undefined;
    result[key] = isJsonObject(value) && isJsonObject(under) ? overlayConfig(under, value) : value;
  }
  return result;
}

/** Phases are named `[PROJ.01] 02`. */
export function isBracketConvention(config: JsonObject): boolean {
  return lookupConfig(config, "phase_id_convention") === "bracket";
}

function withMovedKeys(config: JsonObject): JsonObject {
  const result: Record<string, Json | undefined> = { ...config };
  for (const [from, section, to] of MOVED) {
    const value = result[from];
    if (value === undefined) continue;
    delete result[from];
    if (section === null) {
      result[to] ??= value;
      continue;
    }
    const holder = result[section];
    if (holder !== undefined && !isJsonObject(holder)) continue;
    result[section] = { [to]: value, ...holder };
  }
  return result;
}
