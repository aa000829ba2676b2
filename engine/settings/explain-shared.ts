import { centralKeys, isCentralKey, isInCentralFamily } from "../capability/central-names.ts";
import type { ConfigSlice } from "../capability/manifest.ts";
import { isJsonObject, type Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { isGuardingKey } from "../loop/guarding-keys.ts";
import { lookupConfig } from "../planning/config.ts";
import type { Explained, Word } from "./explained.ts";
import { judge } from "./judge.ts";
import { REFERENCE_FAMILIES, REFERENCE_ROWS } from "./reference-rows.ts";
import type { SettingsFile } from "./settings-files.ts";
import type { Shape } from "./shape.ts";
import { schemaFor, wordsFor } from "./shape-words.ts";

/** A setting of the project's file that is not ours: of a capability, or of the reference. */
export interface SharedSetting {
  readonly owner: string;
  readonly says: string;
  readonly takes: Shape | null;
  readonly fallback: Json;
  /** A value that does not fit is not taken. */
  readonly isChecked: boolean;
}

const UNREAD: SharedSetting = {
  owner: "gsd-core",
  says: "A setting of gsd-core that is kept as it stands; nothing here reads it.",
  takes: null,
  fallback: null,
  isChecked: false,
};

/** The setting that a key of the project's file is, or null. */
export function sharedSetting(context: ProjectContext, key: string): SharedSetting | null {
  const { configSchema } = context.registry;
  const slice = Object.hasOwn(configSchema, key) ? configSchema[key] : undefined;
  if (slice !== undefined) {
    const { owner, description: says, default: fallback } = slice;
    return { owner: `capability ${owner}`, says, takes: shapeOf(slice), fallback, isChecked: !isInCentralFamily(key) };
  }
  const row = Object.hasOwn(REFERENCE_ROWS, key)
    ? REFERENCE_ROWS[key]
    : Object.entries(REFERENCE_FAMILIES).find(([head]) => key.startsWith(head) && key.length > head.length)?.[1];
  if (row !== undefined) return { ...row, owner: "gsd-core", isChecked: false };
  return isCentralKey(key) || isInCentralFamily(key) ? UNREAD : null;
}

/** Keys that are read here, and those that the reference knows. */
export function sharedKeys(context: ProjectContext): {
  readonly read: readonly string[];
  readonly all: readonly string[];
} {
  const read = [...new Set([...Object.keys(context.registry.configSchema), ...Object.keys(REFERENCE_ROWS)])];
  return { read, all: [...new Set([...read, ...centralKeys()])] };
}

/** Those that are read here, and the others that somebody has set. */
export function explainShared(context: ProjectContext, files: readonly SettingsFile[]): readonly Explained[] {
  const written = files.flatMap(({ config }) => leafKeys(config));
  const others = written.filter((key) => !key.startsWith("loopwright.") && sharedSetting(context, key) !== null);
  return [...new Set([...sharedKeys(context).read, ...others])].sort().flatMap((key) => {
    const explained = explainSharedKey(context, key, files);
    return explained === null ? [] : [explained];
  });
}

export function explainSharedKey(
  context: ProjectContext,
  key: string,
  files: readonly SettingsFile[],
): Explained | null {
  const setting = sharedSetting(context, key);
  if (setting === null) return null;
  const { owner, says, takes, fallback } = setting;
  const words = files.map((file) => wordOf(key, setting, file));
  const value = context.settings().get(key);
  const whoever = isGuardingKey(key, context.registry) ? "a person" : "a person or a model";
  return {
    key,
    owner,
    says,
    takes: takes === null ? "what gsd-core takes" : wordsFor(takes),
    schema: takes === null ? null : schemaFor(takes),
    setBy: `${whoever}, in .planning/config.json`,
    default: fallback,
    defaultSays: null,
    value: value ?? fallback,
    source: words.find(({ taken }) => taken !== null)?.where ?? "default",
    words,
  };
}

function wordOf(key: string, { takes, isChecked }: SharedSetting, { file, config }: SettingsFile): Word {
  const written = lookupConfig(config, key) ?? null;
  const judged = takes === null || written === null ? null : judge(takes, written);
  const problems = (judged?.misfits ?? []).map(({ path, message }) => `${path} ${message}`.trim());
  return {
    where: file,
    key,
    written,
    taken: isChecked && judged !== null ? (judged.taken ?? null) : written,
    problems,
  };
}

/** A capability's default may be the empty text, which then stands for none. */
function shapeOf({ type, values }: ConfigSlice): Shape {
  switch (type) {
    case "boolean":
      return { is: "switch" };
    case "number":
      return { is: "number" };
    case "enum":
      return { is: "choice", of: values ?? [] };
    case "string":
      return { is: "text", mayBeEmpty: true };
  }
}

function leafKeys(value: Json | undefined, at = ""): readonly string[] {
  if (!isJsonObject(value)) return at === "" ? [] : [at];
  return Object.entries(value).flatMap(([name, part]) => leafKeys(part, at === "" ? name : `${at}.${name}`));
}
