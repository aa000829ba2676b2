import { join } from "node:path";
import { readJsonFile } from "../capability/json-file.ts";
import { readBounded } from "../capability/read-bounded.ts";
import type { WatchedPaths } from "../capability/watched-paths.ts";
import type { JsonObject } from "../json.ts";
import { readConfig } from "../planning/config.ts";
import type { LayerKind } from "./setting.ts";

export interface SettingsFile {
  readonly layer: LayerKind;
  /** As a person knows it: below the project, or below `~`. */
  readonly file: string;
  /** Empty where there is no file, or none that can be read. */
  readonly config: JsonObject;
  /** Why a file that is there says nothing, or null. */
  readonly broken: string | null;
}

export interface SettingsPlace {
  readonly root: string;
  /** Home of the person's own `.gsd` folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folders below `.planning` that name a workstream, or null. */
  readonly workstream: readonly string[] | null;
}

/** The files that a project brings along, the strongest first. */
export function readProjectFiles(place: SettingsPlace, watched: WatchedPaths): readonly SettingsFile[] {
  const { root, workstream } = place;
  const folders = [...(workstream === null ? [] : [[".planning", ...workstream]]), [".planning"]];
  return [
    ...folders.map((folder) => readPlanning(root, [...folder, "config.json"].join("/"), watched)),
    ...["settings.local.json", "settings.json"].map((name) =>
      readPlain("guild", `.guild/${name}`, join(root, ".guild", name), watched),
    ),
  ];
}

/** The person's own file. */
export function readPersonFile({ home, env }: SettingsPlace, watched: WatchedPaths): SettingsFile {
  const path = join(home, ".gsd", "loopwright.json");
  return readPlain("person", env.GSD_HOME ? path : "~/.gsd/loopwright.json", path, watched);
}

/** The defaults that a person keeps for folders without a project. */
export function readDefaultsFile(
  { home, env }: Pick<SettingsPlace, "home" | "env">,
  watched: WatchedPaths,
): SettingsFile {
  const path = join(home, ".gsd", "defaults.json");
  return readPlain("project", env.GSD_HOME ? path : "~/.gsd/defaults.json", path, watched);
}

function readPlanning(root: string, file: string, watched: WatchedPaths): SettingsFile {
  const path = join(root, file);
  watched.note(path);
  const read = readBounded(path);
  if (!read.ok) return unread("project", file, read.code);
  const reading = readConfig(read.bytes.toString("utf8"));
  return reading.ok
    ? { layer: "project", file, config: reading.config, broken: null }
    : unread("project", file, reading.message);
}

function readPlain(layer: LayerKind, file: string, path: string, watched: WatchedPaths): SettingsFile {
  watched.note(path);
  const read = readJsonFile(path);
  return read.ok ? { layer, file, config: read.value, broken: null } : unread(layer, file, read.code);
}

function unread(layer: LayerKind, file: string, why: string): SettingsFile {
  return { layer, file, config: {}, broken: why === "absent" ? null : why };
}
