import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { BunPlugin, OnResolveArgs } from "bun";
import { lateBuiltins } from "./late-builtins.ts";

/**
 * Puts everything that an entry loads late into it as one compressed text, which is unpacked and evaluated when the
 * first of it is wanted; a library that this text loads late is a text of its own within it. Modules that both sides
 * use exist twice: they must keep no state that the sides share.
 */
export async function lateText(entry: string): Promise<BunPlugin> {
  const parts = await lateImportsOf(entry, OWN_FILE);
  const all = moduleOf(`[${parts.map((part) => `() => require(${JSON.stringify(part)})`).join(", ")}]`);
  const contents = await unpacking([all, await lateLibraries(ROOT, [all])]);
  return inPlaceOfLate(
    OWN_FILE,
    (part) => `module.exports = require("late-text")[${parts.indexOf(part)}]();`,
    contents,
  );
}

/** Each library that an entry loads late becomes a compressed text. */
export async function lateLibraries(entry: string, plugins: readonly BunPlugin[] = []): Promise<BunPlugin> {
  const texts = new Map<string, string>();
  for (const library of await lateImportsOf(entry, LIBRARY, plugins)) {
    texts.set(library, await unpacking([moduleOf(`require(${JSON.stringify(library)})`)]));
  }
  return inPlaceOfLate(LIBRARY, (library) => texts.get(library) ?? "");
}

const ROOT = "late-root";
const OWN_FILE = /^\./;
const LIBRARY = /^(?!node:)[@\w]/;

/** A module of ours does not import this where it stands: it asks for it when it runs. */
function isLate({ kind, importer }: OnResolveArgs): boolean {
  return (kind === "dynamic-import" || kind === "require-call") && importer.endsWith(".ts");
}

function nameOf({ path, resolveDir }: OnResolveArgs): string {
  return path.startsWith(".") ? resolve(resolveDir, path) : path;
}

async function lateImportsOf(
  entry: string,
  filter: RegExp,
  plugins: readonly BunPlugin[] = [],
): Promise<readonly string[]> {
  const found = new Set<string>();
  const finder: BunPlugin = {
    name: "find-late-imports",
    setup(build) {
      build.onResolve({ filter }, (args) => {
        if (!isLate(args)) return undefined;
        found.add(nameOf(args));
        return { path: args.path, external: true };
      });
    },
  };
  await Bun.build({ entrypoints: [entry], target: "node", plugins: [finder, ...plugins] });
  return [...found].sort();
}

/** Answers late imports with other modules. `text` is what these find under `late-text`. */
function inPlaceOfLate(filter: RegExp, contentsOf: (name: string) => string, text?: string): BunPlugin {
  return {
    name: "in-place-of-late",
    setup(build) {
      build.onResolve({ filter }, (args) => (isLate(args) ? { path: nameOf(args), namespace: "late" } : undefined));
      build.onLoad({ filter: /.*/, namespace: "late" }, ({ path }) => ({ contents: contentsOf(path), loader: "js" }));
      build.onResolve({ filter: /^late-text$/ }, ({ path }) => ({ path, namespace: "late-text" }));
      build.onLoad({ filter: /.*/, namespace: "late-text" }, () => ({ contents: text ?? "", loader: "js" }));
    },
  };
}

function moduleOf(exported: string): BunPlugin {
  return {
    name: ROOT,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ROOT}$`) }, ({ path }) => ({ path, namespace: ROOT }));
      build.onLoad({ filter: /.*/, namespace: ROOT }, () => ({
        contents: `module.exports = ${exported};`,
        loader: "js",
      }));
    },
  };
}

/** The code of a module that unpacks and evaluates the root with all it needs. */
async function unpacking(plugins: readonly BunPlugin[]): Promise<string> {
  const options = { target: "node", format: "cjs", minify: true } as const;
  const { outputs } = await Bun.build({ ...options, entrypoints: [ROOT], plugins: [...plugins, lateBuiltins] });
  const script = inAscii((await outputs[0]?.text()) ?? "");
  const text = gzipSync(script, { level: 9 }).toString("base64");
  return `
    const { gunzipSync } = process.getBuiltinModule("node:zlib");
    const script = gunzipSync(Buffer.from(${JSON.stringify(text)}, "base64")).toString("latin1");
    new Function("module", "require", script)(module, process.getBuiltinModule);
  `;
}

/** A runtime keeps such a text in half the memory. */
function inAscii(script: string): string {
  return script.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
