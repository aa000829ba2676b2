import type { ProjectContext } from "../loop/context.ts";
import type { Explained, Word } from "./explained.ts";
import { filesOf } from "./own-keys.ts";
import { fallbackOf, fromVariable } from "./own-settings.ts";
import { keyIn, type Saying, sayingsOf } from "./sayings.ts";
import type { SettingsFile } from "./settings-files.ts";
import { schemaFor, wordsFor } from "./shape-words.ts";
import { SETTING_NAMES, type SettingName, settingOf } from "./table.ts";

/** Every setting of ours as it is here; `files` are those that can set them, the strongest first. */
export function explainOwn(context: ProjectContext, files: readonly SettingsFile[]): readonly Explained[] {
  return SETTING_NAMES.map((name) => explain(name, context, files));
}

function explain(name: SettingName, context: ProjectContext, files: readonly SettingsFile[]): Explained {
  const { takes, says, fallbackSays, layers, direction } = settingOf(name);
  const place = { env: context.env, isGuildProject: context.runs.isGuildProject };
  const sayings = sayingsOf(name, files);
  const only = layers.length === 1 && layers[0] === "person" ? "you, only in" : "a person, in";
  return {
    key: `loopwright.${name}`,
    owner: "loopwright",
    says,
    takes: wordsFor(takes),
    schema: schemaFor(takes),
    setBy: `${only} ${filesOf(layers)}${direction === undefined ? "" : `; ${direction}`}`,
    default: fallbackOf(name, place),
    defaultSays: fallbackSays ?? null,
    value: context.setting(name),
    source: sourceOf(name, sayings, context),
    words: files.flatMap(({ layer, file }): Word[] =>
      layers.includes(layer) ? [wordOf(file, keyIn(layer, name), sayings)] : [],
    ),
  };
}

function sourceOf(name: SettingName, sayings: readonly Saying[], context: ProjectContext): string {
  const { variable, addsUp } = settingOf(name);
  if (variable !== undefined && fromVariable(name, context) !== undefined) return variable.name;
  const taken = sayings.filter((saying) => saying.taken !== undefined).map(({ file }) => file);
  return (addsUp ? taken.join(", ") : taken[0]) || "default";
}

function wordOf(where: string, key: string, sayings: readonly Saying[]): Word {
  const saying = sayings.find(({ file }) => file === where);
  if (saying === undefined) return { where, key, written: null, taken: null, problems: [] };
  const problems = saying.misfits.map(({ path, message }) => `${path} ${message}`.trim());
  return { where, key, written: saying.written, taken: saying.taken ?? null, problems };
}
