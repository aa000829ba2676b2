import { WatchedPaths } from "../capability/watched-paths.ts";
import type { Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { scrubJson, scrubPolicyOf } from "../run/scrub.ts";
import { explainOptions, explainVariables } from "./explain-environment.ts";
import { explainOwn } from "./explain-own.ts";
import { explainShared, explainSharedKey } from "./explain-shared.ts";
import type { Explained, SettingProblem } from "./explained.ts";
import { nearest } from "./nearest.ts";
import { nameOf } from "./own-keys.ts";
import { settingProblems } from "./setting-problems.ts";
import { readDefaultsFile, readPersonFile, readProjectFiles, type SettingsFile } from "./settings-files.ts";
import type { Shape } from "./shape.ts";
import { isSettingName, settingOf } from "./table.ts";

export interface Explanation {
  readonly settings: readonly Explained[];
  readonly problems: readonly SettingProblem[];
}

/** Everything that can be set here, read anew, without credentials. */
export function explainAll(context: ProjectContext): Explanation {
  const { own, shared } = filesOf(context);
  const settings = [
    ...explainOwn(context, own),
    ...explainShared(context, shared),
    ...explainVariables(context),
    ...explainOptions(),
  ];
  const others = shared.filter((file) => !own.some((one) => one.file === file.file));
  const problems = settingProblems(context, [...own, ...others]);
  return { settings: settings.map((one) => withoutSecrets(one, context)), problems: cleaned(problems, context) };
}

/** The settings that a word names: one by its key in any file, or all of a section. Else what may have been meant. */
export function explainKey(context: ProjectContext, word: string): Explanation | { readonly near: readonly string[] } {
  const { settings, problems } = explainAll(context);
  const about = settings.filter(({ key }) => keysFor(word).includes(key));
  const section = settings.filter(({ key }) => keysFor(word).some((prefix) => key.startsWith(`${prefix}.`)));
  const found = [about, section, entryOf(settings, word), unset(context, word)].find((list) => list.length > 0);
  if (found === undefined) {
    return {
      near: nearest(
        word,
        settings.map(({ key }) => key),
      ),
    };
  }
  const keys = new Set(found.map(({ key }) => key));
  return { settings: found, problems: problems.filter((problem) => keys.has(problem.about ?? "")) };
}

/** A word as the files of each layer may spell it. */
function keysFor(word: string): readonly string[] {
  const guild = nameOf("guild", word);
  return [word, `loopwright.${word}`, `loopwright.${word.replace(/^defaults\./, "")}`, `loopwright.${guild ?? word}`];
}

/** One entry of a map: `loopwright.guard.posture.secret`. */
function entryOf(settings: readonly Explained[], word: string): readonly Explained[] {
  const isMap = ({ schema }: Explained) => schema?.type === "object";
  return settings.filter((one) => isMap(one) && keysFor(word).some((key) => key.startsWith(`${one.key}.`)));
}

/** A setting of the reference that nobody has set. */
function unset(context: ProjectContext, key: string): readonly Explained[] {
  const explained = isSettingName(key) ? null : explainSharedKey(context, key, filesOf(context).shared);
  return explained === null ? [] : [withoutSecrets(explained, context)];
}

function filesOf(context: ProjectContext): {
  readonly own: readonly SettingsFile[];
  readonly shared: readonly SettingsFile[];
} {
  const { root, env, workstream, homes } = context;
  const watched = new WatchedPaths();
  const project = readProjectFiles({ root, env, workstream, home: homes.decisions }, watched);
  const isDefault = context.settings().source === "user-defaults";
  return {
    own: [readPersonFile({ root, env, workstream, home: homes.decisions }, watched), ...project],
    shared: isDefault
      ? [readDefaultsFile({ env, home: homes.overlays }, watched)]
      : project.filter(({ layer }) => layer === "project"),
  };
}

/** Keys whose text is a credential of a service. */
const CREDENTIALS = /^(?:brave_search|exa_search|firecrawl|jina|perplexity|ref_search|tavily_search)$/;

function withoutSecrets(explained: Explained, context: ProjectContext): Explained {
  const clean = (value: Json) => shownValue(explained.key, value, context);
  // Of a closed list of words none is a credential, whatever the key is called.
  const name = nameOf("project", explained.key);
  const cleanTaken = name !== null && isClosed(settingOf(name).takes) ? (value: Json) => value : clean;
  return {
    ...explained,
    value: cleanTaken(explained.value),
    words: explained.words.map((word) => ({
      ...word,
      written: (word.problems.length === 0 ? cleanTaken : clean)(word.written),
      taken: cleanTaken(word.taken),
      problems: cleaned(word.problems, context),
    })),
  };
}

function isClosed(shape: Shape): boolean {
  if (shape.is === "map") return shape.names !== undefined && isClosed(shape.of);
  if (shape.is === "list") return isClosed(shape.of);
  return shape.is !== "text" && shape.is !== "anything";
}

function shownValue(key: string, value: Json, context: ProjectContext): Json {
  if (CREDENTIALS.test(key) && typeof value === "string") return "[REDACTED]";
  const name = key.slice(key.lastIndexOf(".") + 1);
  return cleaned({ [name]: value }, context)[name] ?? null;
}

/** Where a person's own pattern is broken, all the others still count. */
function cleaned<T>(value: T, { setting }: ProjectContext): T {
  const scrubbed = scrubJson(value as Json, { ...scrubPolicyOf(setting), whenBroken: "open" });
  return (scrubbed.ok ? scrubbed.clean : null) as T;
}
