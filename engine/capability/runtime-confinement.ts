import { isAbsolute, relative, resolve, sep } from "node:path";
import { isJsonObject, type Json } from "../json.ts";
import type { CapabilityManifest, ManifestIssue } from "./manifest.ts";

/** Paths of a runtime's descriptor that lie outside the host's configuration folder. */
export function runtimeEscapes({ runtime }: CapabilityManifest, configHome: string | undefined): ManifestIssue[] {
  if (runtime === undefined || configHome === undefined) return [];
  return pathsIn(runtime, "runtime")
    .filter(({ value }) => escapes(value, configHome))
    .map(({ path }) => ({ code: "E_RUNTIME", path, message: "leads out of the host's configuration folder" }));
}

interface Found {
  readonly path: string;
  readonly value: string;
}

/** The fields of a descriptor that name files or folders. */
const NAMES_A_PATH = [
  /(?:path|dir|home|folder)$/i,
  /\.configHome\.(?:name|parent|probe|probeExists)(?:\.\d+)?$/,
  /\.skillsHome\.\w+$/,
  /\.artifactLayout\..*\.prefix$/,
  /\.nativePlugin\.(?:file|source)$/,
  /\.sourceMarkerFile$/,
];

function pathsIn(value: Json | undefined, path: string): Found[] {
  if (typeof value === "string") return NAMES_A_PATH.some((field) => field.test(path)) ? [{ path, value }] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => pathsIn(item, `${path}.${index}`));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => pathsIn(item, `${path}.${name}`));
}

function escapes(value: string, home: string): boolean {
  const way = relative(home, resolve(home, value.replace(/^~[\\/]/, "")));
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
}
