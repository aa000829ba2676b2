import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type ParseError, parse } from "jsonc-parser/lib/esm/main.js";
import { isJsonObject, type Json, type JsonObject } from "../../../engine/index.ts";
import type { CliIo } from "../cli-io.ts";

/** A way by which a host comes to load Loopwright. */
export interface Road {
  readonly host: "opencode" | "pi";
  /** The file that says so. */
  readonly file: string;
  readonly what: string;
}

export interface Roads {
  readonly roads: readonly Road[];
  /** Configuration files that cannot be read, each with what is wrong. */
  readonly problems: readonly { readonly file: string; readonly message: string }[];
}

/** A built or written entry of ours names itself. */
const OUR_MARK = /["'`]loopwright["'`]/;
const OUR_PACKAGE = /^(npm:)?loopwright(@|$)/;

/** All roads that the project's and the person's own host configuration opens. */
export function findRoads(root: string, { env, home }: Pick<CliIo, "env" | "home">): Roads {
  const ownHome = env.HOME ?? home;
  const openCodeHome = join(env.XDG_CONFIG_HOME ?? join(ownHome, ".config"), "opencode");
  const piHome = env.PI_CODING_AGENT_DIR ?? join(ownHome, ".pi", "agent");
  const problems: { file: string; message: string }[] = [];
  const read = (file: string) => readSettings(file, (message) => problems.push({ file, message }));
  const roads: Road[] = [];
  for (const folder of [openCodeHome, root, join(root, ".opencode")]) {
    for (const name of ["opencode.json", "opencode.jsonc"]) {
      const file = join(folder, name);
      roads.push(...entries(read(file).plugin, folder).map((what) => ({ host: "opencode" as const, file, what })));
    }
  }
  for (const folder of [openCodeHome, join(root, ".opencode")]) {
    for (const name of ["plugin", "plugins"]) roads.push(...dropIns("opencode", join(folder, name)));
  }
  for (const folder of [piHome, join(root, ".pi")]) {
    const file = join(folder, "settings.json");
    const { extensions, packages } = read(file);
    const named = [...entries(extensions, folder), ...entries(packages, folder)];
    roads.push(
      ...named.map((what) => ({ host: "pi" as const, file, what })),
      ...dropIns("pi", join(folder, "extensions")),
    );
  }
  const manifest = join(root, "package.json");
  const { pi } = read(manifest);
  const shipped = isJsonObject(pi) ? entries(pi.extensions, root) : [];
  roads.push(...shipped.map((what) => ({ host: "pi" as const, file: manifest, what })));
  return { roads, problems };
}

/** The entries of a list that are ours: a text, a text with options beside it, or an object with a source. */
function entries(list: Json | undefined, folder: string): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list
    .map((entry: Json) => (Array.isArray(entry) ? entry[0] : isJsonObject(entry) ? entry.source : entry))
    .filter((entry): entry is string => typeof entry === "string" && isOurs(entry, folder));
}

function isOurs(entry: string, folder: string): boolean {
  if (OUR_PACKAGE.test(entry)) return true;
  if (!/^(\.|\/|~|file:|[a-z]:[\\/])/i.test(entry)) return false;
  const path = entry.startsWith("file:") ? pathOf(entry) : resolve(folder, entry);
  return path !== null && isOurPath(path);
}

function isOurPath(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return basename(path).includes("loopwright");
  if (stats.isFile()) return OUR_MARK.test(readFileSync(path, "utf8"));
  return readSettings(join(path, "package.json"), () => {}).name === "loopwright";
}

function dropIns(host: Road["host"], folder: string): readonly Road[] {
  const direct = filesIn(folder).filter((name) => [".js", ".ts"].includes(extname(name)));
  const nested = host === "pi" ? filesIn(folder).flatMap((name) => [`${name}/index.ts`, `${name}/index.js`]) : [];
  return [...direct, ...nested]
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file) && isOurPath(file))
    .map((file) => ({ host, file, what: `drop-in ${basename(dirname(file))}/${basename(file)}` }));
}

function filesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function pathOf(url: string): string | null {
  try {
    return fileURLToPath(url);
  } catch {
    // Not a file URL that means anything here.
    return null;
  }
}

function readSettings(file: string, onProblem: (message: string) => void): JsonObject {
  if (!existsSync(file)) return {};
  const errors: ParseError[] = [];
  const text = readFileSync(file, "utf8");
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first) onProblem(`it is no JSON from line ${text.slice(0, first.offset).split("\n").length} on`);
  return isJsonObject(value) ? value : {};
}
