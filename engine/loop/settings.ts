import { join } from "node:path";
import { isInCentralFamily } from "../capability/central-names.ts";
import type { ConfigSlice } from "../capability/manifest.ts";
import { readBounded } from "../capability/read-bounded.ts";
import type { Registry } from "../capability/registry.ts";
import type { WatchedPaths } from "../capability/watched-paths.ts";
import { watchedValue } from "../capability/watched-value.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { lookupConfig, readConfig } from "../planning/config.ts";
import { existsAsFolder, workstreamOf } from "./planning-folder.ts";

/** The one reader of settings: every command and every hook asks here, so none can disagree with another. */
export interface Settings {
  /** The value of a dotted key: what is written when its type fits, else the default of the capability that owns it. */
  get(key: string): Json | undefined;
  isOn(key: string): boolean;
  /** The capabilities whose defaults hold. */
  readonly registry: Registry;
  /** Where the written values come from. */
  readonly source: "workstream" | "project" | "user-defaults" | "built-in";
  /** Why the values are not those that were asked for, or null. */
  readonly degraded: "workstream_fallback" | "config_unparseable" | "config_unreadable" | null;
}

export interface SettingsOptions {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly registry: () => Registry;
}

interface Layers {
  readonly written: JsonObject;
  readonly source: Settings["source"];
  readonly degraded: Settings["degraded"];
}

/** Reads the layers again only when one of their files has changed. Reading never writes. */
export function createSettings(options: SettingsOptions): () => Settings {
  const layers = watchedValue((watched) => readLayers(options, watched));
  let last: { readonly from: Layers; readonly settings: Settings } | undefined;
  return () => {
    const from = layers();
    const registry = options.registry();
    if (last?.from !== from || last.settings.registry !== registry) last = { from, settings: resolved(from, registry) };
    return last.settings;
  };
}

/** Each key is resolved once: a point asks for the key of every hook. */
function resolved({ written, source, degraded }: Layers, registry: Registry): Settings {
  const schema = registry.configSchema;
  const known = new Map<string, Json | undefined>();
  const get = (key: string) => {
    if (!known.has(key)) known.set(key, resolveKey(key, written, Object.hasOwn(schema, key) ? schema[key] : undefined));
    return known.get(key);
  };
  return { get, isOn: (key) => Boolean(get(key)), registry, source, degraded };
}

function resolveKey(key: string, written: JsonObject, slice: ConfigSlice | undefined): Json | undefined {
  const value = lookupConfig(written, key);
  if (slice === undefined) return value;
  if (value === undefined) return slice.default;
  return isInCentralFamily(key) || fits(value, slice) ? value : slice.default;
}

export function fits(value: Json, slice: ConfigSlice): boolean {
  if (slice.type === "enum") return typeof value === "string" && (slice.values ?? []).includes(value);
  if (slice.type === "number") return typeof value === "number" && Number.isFinite(value);
  return typeof value === slice.type;
}

type Layer =
  | { readonly kind: "read"; readonly config: JsonObject }
  | { readonly kind: "absent" }
  | { readonly kind: "config_unparseable" | "config_unreadable" };

function readLayers({ root, home, env }: SettingsOptions, watched: WatchedPaths): Layers {
  const planning = join(root, ".planning");
  const workstream = workstreamOf(env);
  const rootLayer = readLayer(join(planning, "config.json"), watched);
  if (workstream === null)
    return fromLayers([rootLayer], "project", null) ?? outsideProject(planning, home, rootLayer, watched);
  const own = readLayer(join(planning, ...workstream, "config.json"), watched);
  const fallback = own.kind === "absent" && rootLayer.kind === "read" ? "workstream_fallback" : null;
  const source = own.kind === "read" ? "workstream" : "project";
  return fromLayers([rootLayer, own], source, fallback) ?? outsideProject(planning, home, own, watched);
}

function fromLayers(
  layers: readonly Layer[],
  source: Settings["source"],
  fallback: Settings["degraded"],
): Layers | null {
  const read = layers.flatMap((layer) => (layer.kind === "read" ? [layer.config] : []));
  if (read.length === 0) return null;
  return { written: read.reduce(merge, {}), source, degraded: fallback ?? problemOf(layers) };
}

/** The defaults that a person keeps in the home count only where no project has settings of its own. */
function outsideProject(planning: string, home: string, layer: Layer, watched: WatchedPaths): Layers {
  watched.note(planning);
  const builtIn = { written: {}, source: "built-in", degraded: problemOf([layer]) } as const;
  if (existsAsFolder(planning)) return builtIn;
  const defaults = readLayer(join(home, ".gsd", "defaults.json"), watched);
  if (defaults.kind !== "read") return { ...builtIn, degraded: problemOf([layer, defaults]) };
  return { written: defaults.config, source: "user-defaults", degraded: null };
}

function problemOf(layers: readonly Layer[]): Settings["degraded"] {
  for (const { kind } of layers) if (kind === "config_unparseable" || kind === "config_unreadable") return kind;
  return null;
}

function readLayer(path: string, watched: WatchedPaths): Layer {
  watched.note(path);
  const read = readBounded(path);
  if (!read.ok) return read.code === "absent" ? { kind: "absent" } : { kind: "config_unreadable" };
  const reading = readConfig(read.bytes.toString("utf8"));
  return reading.ok ? { kind: "read", config: reading.config } : { kind: "config_unparseable" };
}

/** Objects merge; everything else, an explicit null too, replaces what lies below. */
function merge(below: JsonObject, above: JsonObject): JsonObject {
  const result: Record<string, Json | undefined> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const under = Object.hasOwn(result, key) ? result[key] : undefined;
    result[key] = isJsonObject(value) && isJsonObject(under) ? merge(under, value) : value;
  }
  return result;
}
