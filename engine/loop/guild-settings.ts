import { join } from "node:path";
import { readBounded } from "../capability/read-bounded.ts";
import type { WatchedPaths } from "../capability/watched-paths.ts";
import { watchedValue } from "../capability/watched-value.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { lookupConfig } from "../planning/config.ts";

/** The value of a Guild setting, or undefined where nobody set it. */
export type GuildSettings = (key: string) => Json | undefined;

/**
 * One resolver for the settings that Guild's parts share: `.planning/config.json` under `loopwright` (without
 * `defaults.` in front), then `.guild/settings.local.json`, then `.guild/settings.json`. The first that says something
 * counts.
 */
export function createGuildSettings(root: string, projectConfig: () => JsonObject): GuildSettings {
  const files = watchedValue((watched) =>
    ["settings.local.json", "settings.json"].map((name) => readSettings(join(root, ".guild", name), watched)),
  );
  return (key) =>
    lookupConfig(projectConfig(), `loopwright.${key.replace(/^defaults\./, "")}`) ??
    files()
      .map((settings) => lookupConfig(settings, key))
      .find((value) => value !== undefined);
}

function readSettings(path: string, watched: WatchedPaths): JsonObject {
  watched.note(path);
  const read = readBounded(path);
  if (!read.ok) return {};
  try {
    const value: unknown = JSON.parse(read.bytes.toString("utf8"));
    return isJsonObject(value) ? value : {};
  } catch {
    // A file that cannot be read sets nothing; the guards that it would switch on stay as they are by default.
    return {};
  }
}
