import { isJsonObject, type Json } from "../json.ts";
import { readConfig } from "../planning/config.ts";
import { resultOf, textOf } from "./loss.ts";
import type { PathUse } from "./path-use.ts";

/**
 * Whether a use of the project's configuration would change a setting that decides what is checked or guarded. A first
 * configuration may hold all but our own settings; where it cannot be told what will stand in the file, it would.
 */
export function changesGuarding(use: PathUse, file: string, isGuarding: (key: string) => boolean): boolean {
  const text = textOf(file);
  const before = settingsIn(text ?? "");
  const own = text === null ? (key: string) => key.startsWith("loopwright") : isGuarding;
  const guarded = [...before.keys()].filter(own);
  if (use.use === "delete") return guarded.length > 0;
  const result = resultOf(use.effect, text ?? "");
  if (result === null) return guarded.length > 0;
  const after = settingsIn(result);
  return [...before.keys(), ...after.keys()].some((key) => own(key) && before.get(key) !== after.get(key));
}

/** Every value by its dotted key. */
function settingsIn(text: string): ReadonlyMap<string, string> {
  const reading = readConfig(text.trim() === "" ? "{}" : text);
  const settings = new Map<string, string>();
  const visit = (key: string, value: Json | undefined): void => {
    if (!isJsonObject(value)) settings.set(key, JSON.stringify(value));
    else for (const [name, part] of Object.entries(value)) visit(key === "" ? name : `${key}.${name}`, part);
  };
  if (reading.ok) visit("", reading.config);
  return settings;
}
