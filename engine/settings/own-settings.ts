import { watchedValue } from "../capability/watched-value.ts";
import type { Json } from "../json.ts";
import { combined, sayingsOf } from "./sayings.ts";
import type { LayerKind, Place } from "./setting.ts";
import { readPersonFile, readProjectFiles, type SettingsFile, type SettingsPlace } from "./settings-files.ts";
import { type SettingName, type SettingValue, settingOf } from "./table.ts";

/** The value of one of our settings here: what a layer says and what fits, else the default. */
export type OwnSettings = <K extends SettingName>(name: K) => SettingValue<K>;

/** Reads a file again only when it has changed. */
export function createOwnSettings(place: SettingsPlace & Place): OwnSettings {
  const person = watchedValue((watched) => answersFrom([readPersonFile(place, watched)]));
  const shared = watchedValue((watched) => answersFrom(readProjectFiles(place, watched)));
  const all = watchedValue((watched) =>
    answersFrom([readPersonFile(place, watched), ...readProjectFiles(place, watched)]),
  );
  return <K extends SettingName>(name: K) => {
    const written = answersOf(settingOf(name).layers, { person, shared, all });
    return (fromVariable(name, place) ?? written(name) ?? fallbackOf(name, place)) as SettingValue<K>;
  };
}

/** Only the files that may say something are looked at. */
function answersOf(
  layers: readonly LayerKind[],
  { person, shared, all }: Readonly<Record<"person" | "shared" | "all", () => Answers>>,
): Answers {
  if (!layers.includes("person")) return shared();
  return layers.length === 1 ? person() : all();
}

/** What an environment variable makes of a setting, above all files. */
export function fromVariable(name: SettingName, { env }: Pick<Place, "env">): Json | undefined {
  const { variable } = settingOf(name);
  const text = variable === undefined ? undefined : env[variable.name];
  return text === undefined ? undefined : variable?.value(text);
}

/** What holds where nobody says anything. */
export function fallbackOf(name: SettingName, place: Place): Json {
  const { fallback } = settingOf(name);
  return typeof fallback === "function" ? fallback(place) : fallback;
}

type Answers = (name: SettingName) => Json | undefined;

function answersFrom(files: readonly SettingsFile[]): Answers {
  const known = new Map<SettingName, Json | undefined>();
  return (name) => {
    if (!known.has(name)) known.set(name, combined(name, sayingsOf(name, files)));
    return known.get(name);
  };
}
