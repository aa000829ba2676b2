import { foldedPath } from "./folded-path.ts";

type Picomatch = typeof import("picomatch");

let loaded: Picomatch | undefined;

function picomatch(): Picomatch {
  loaded ??= require("picomatch") as Picomatch;
  return loaded;
}

interface Compiled {
  /** Globs of one name anywhere: asked of the last segment only. */
  readonly name: RegExp | null;
  /** Globs with a path anywhere: asked at the start of each segment. */
  readonly deep: RegExp | null;
  readonly rooted: RegExp | null;
}

/**
 * Paths named by globs. A leading double star is not left to a regular expression, which would go back and forth over
 * every path. Letter case does not count, since not every disk heeds it.
 */
export class PathSet {
  readonly #globs: readonly string[];
  #compiled: Compiled | undefined;

  constructor(globs: readonly string[]) {
    this.#globs = globs;
  }

  has(asNamed: string): boolean {
    if (this.#globs.length === 0 || asNamed === "") return false;
    const path = foldedPath(asNamed);
    this.#compiled ??= compile(this.#globs);
    const { name, deep, rooted } = this.#compiled;
    if (name?.test(path.slice(path.lastIndexOf("/") + 1))) return true;
    if (rooted?.test(path)) return true;
    if (deep === null) return false;
    for (let start = 0; start !== -1; start = nextSegment(path, start)) {
      deep.lastIndex = start;
      if (deep.test(path)) return true;
    }
    return false;
  }
}

function nextSegment(path: string, start: number): number {
  const slash = path.indexOf("/", start);
  return slash === -1 || slash === path.length - 1 ? -1 : slash + 1;
}

function compile(globs: readonly string[]): Compiled {
  const anywhere = globs.filter((glob) => glob.startsWith("**/")).map((glob) => glob.slice(3));
  const isName = (glob: string) => !glob.includes("/");
  return {
    name: union(anywhere.filter(isName), "i"),
    deep: union(
      anywhere.filter((glob) => !isName(glob)),
      "iy",
    ),
    rooted: union(
      globs.filter((glob) => !glob.startsWith("**/")),
      "i",
    ),
  };
}

function union(globs: readonly string[], flags: string): RegExp | null {
  if (globs.length === 0) return null;
  const sources = globs.map((glob) => `(?:${sourceOf(glob)})`);
  return new RegExp(`${flags.includes("y") ? "" : "^"}(?:${sources.join("|")})$`, flags);
}

function sourceOf(glob: string): string {
  const { source } = picomatch().makeRe(glob, { dot: true, nonegate: true, noextglob: true, strictSlashes: true });
  return source.replace(/^\^/, "").replace(/\$$/, "");
}
