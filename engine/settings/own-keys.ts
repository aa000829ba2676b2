import type { KeyBook, KnownKey } from "./check-file.ts";
import { meant, nearest } from "./nearest.ts";
import { judgeSetting, keyIn } from "./sayings.ts";
import type { LayerKind } from "./setting.ts";
import { isSettingName, SETTING_NAMES, type SettingName, settingOf } from "./table.ts";

/** Our own keys in the files of a layer. */
export function ownKeys(layer: LayerKind): KeyBook {
  const keys = SETTING_NAMES.filter((name) => settingOf(name).layers.includes(layer)).map((name) => keyIn(layer, name));
  return {
    find(key) {
      const name = nameOf(layer, key);
      return name === null ? null : knownKey(layer, name);
    },
    meant(key) {
      if (layer === "person" || key.startsWith("loopwright.") || key === "loopwright") return nearest(key, keys);
      const one = meant(key, keys);
      return one === null ? null : [one];
    },
  };
}

/** The setting that a key of a layer's file stands for, or null. */
export function nameOf(layer: LayerKind, key: string): SettingName | null {
  if (layer === "guild") {
    return (
      SETTING_NAMES.find((name) => settingOf(name).layers.includes("guild") && keyIn("guild", name) === key) ?? null
    );
  }
  const name = layer === "person" ? key : key.startsWith("loopwright.") ? key.slice("loopwright.".length) : "";
  return isSettingName(name) ? name : null;
}

function knownKey(layer: LayerKind, name: SettingName): KnownKey {
  const { takes, layers } = settingOf(name);
  return {
    takes,
    misplaced: layers.includes(layer) ? null : `counts only in ${filesOf(layers)}`,
    judge: (value) => judgeSetting(layer, name, value),
  };
}

const FILES: Readonly<Record<LayerKind, string>> = {
  project: ".planning/config.json",
  guild: ".guild/settings.json and settings.local.json",
  person: "your own ~/.gsd/loopwright.json",
};

/** The files that a setting may stand in, for a person. */
export function filesOf(layers: readonly LayerKind[]): string {
  return layers.map((layer) => FILES[layer]).join(", ");
}
