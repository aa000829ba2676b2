import { isJsonObject, type Json } from "../json.ts";
import { lookupConfig } from "../planning/config.ts";
import { type Judgement, judge } from "./judge.ts";
import type { LayerKind } from "./setting.ts";
import type { SettingsFile } from "./settings-files.ts";
import { type SettingName, settingOf } from "./table.ts";

/** What one file says about a setting. */
export interface Saying extends Judgement {
  readonly file: string;
  readonly key: string;
  readonly written: Json;
}

/** The key of a setting in the files of a layer. */
export function keyIn(layer: LayerKind, name: SettingName): string {
  if (layer === "project") return `loopwright.${name}`;
  if (layer === "person") return name;
  return settingOf(name).guildKey ?? `defaults.${name}`;
}

/** What a layer's word for a setting comes to. */
export function judgeSetting(layer: LayerKind, name: SettingName, value: Json): Judgement {
  const { takes, objection } = settingOf(name);
  return judge(takes, value, (entry, item) => objection?.(layer, entry, item) ?? null);
}

/** What the files say about a setting, in their order; null in a file is as if it were not there. */
export function sayingsOf(name: SettingName, files: readonly SettingsFile[]): readonly Saying[] {
  const { layers } = settingOf(name);
  return files.flatMap(({ layer, file, config }) => {
    if (!layers.includes(layer)) return [];
    const key = keyIn(layer, name);
    const written = lookupConfig(config, key) ?? null;
    return written === null ? [] : [{ file, key, written, ...judgeSetting(layer, name, written) }];
  });
}

/** What the sayings, the strongest first, come to; undefined where none is taken. */
export function combined(name: SettingName, sayings: readonly Saying[]): Json | undefined {
  const taken = sayings.flatMap((saying) => (saying.taken === undefined ? [] : [saying.taken]));
  return settingOf(name).addsUp ? taken.reduceRight<Json | undefined>(addUp, undefined) : taken[0];
}

/** Lists one after the other, each item once; of maps and single values the stronger one counts. */
function addUp(weaker: Json | undefined, stronger: Json): Json {
  if (Array.isArray(weaker) && Array.isArray(stronger)) return [...new Set<Json>([...weaker, ...stronger])];
  return isJsonObject(weaker) && isJsonObject(stronger) ? { ...weaker, ...stronger } : stronger;
}
