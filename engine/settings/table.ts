import { GUARD_ROWS } from "../guard/guard-rows.ts";
import { CARRIED_ROWS } from "./carried-rows.ts";
import { LIFECYCLE_ROWS } from "./lifecycle-rows.ts";
import { LOOP_ROWS } from "./loop-rows.ts";
import type { Setting } from "./setting.ts";

/** Every setting of ours, by its name: `loopwright.<name>` in the project's file, `<name>` in the person's own. */
export const SETTINGS = { ...LOOP_ROWS, ...GUARD_ROWS, ...LIFECYCLE_ROWS, ...CARRIED_ROWS } as const;

export type SettingName = keyof typeof SETTINGS;

export type SettingValue<K extends SettingName> = (typeof SETTINGS)[K] extends Setting<infer V> ? V : never;

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** The row of a name, without the kind of its value. */
export function settingOf(name: SettingName): Setting {
  return SETTINGS[name];
}
