import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";

/** A path of a tool call, seen from the project. */
export interface Where {
  /** As the call named it. */
  readonly named: string;
  /** With links resolved, as far as the path exists. */
  readonly real: string;
  /** `/`-separated and relative to the project root, which is the empty text; null when outside. */
  readonly inside: string | null;
}

const TRUSTED_MS = 1000;
const MOST_LINKS = 40;
const MOST_FOLDERS = 2000;

/**
 * Resolves what calls name as the host would: relative to the project, through links, up to what exists. The real
 * paths of folders are remembered for a second at most, or until `forget` is called since something may have made a
 * link; a file itself is always looked at.
 */
export class Places {
  readonly root: string;
  readonly #home: string;
  readonly #now: () => number;
  readonly #folders = new Map<string, string>();
  #since = 0;

  constructor(root: string, home: string, now: () => number) {
    this.root = root;
    this.#home = home;
    this.#now = now;
  }

  locate(named: string, from: string = this.root): Where {
    const plain = this.expanded(named);
    const real = this.#realPath(isAbsolute(plain) ? resolve(plain) : resolve(from, plain));
    return { named, real, inside: this.within(this.root, real) };
  }

  /** The path that hosts and shells take a spelling for. */
  expanded(named: string): string {
    return plainPath(named, this.#home);
  }

  /** Relative to `folder`, or null when outside of it. */
  within(folder: string, real: string): string | null {
    if (real === folder) return "";
    const prefix = folder.endsWith(sep) ? folder : folder + sep;
    if (!real.startsWith(prefix)) return null;
    const inside = real.slice(prefix.length);
    return sep === "/" ? inside : inside.split(sep).join("/");
  }

  forget(): void {
    this.#folders.clear();
  }

  #realPath(path: string, links = 0): string {
    const folder = dirname(path);
    if (folder === path) return path;
    const direct = join(this.#realFolder(folder), basename(path));
    const target = linkTarget(direct);
    if (target === null || links > MOST_LINKS) return direct;
    return this.#realPath(resolve(dirname(direct), target), links + 1);
  }

  #realFolder(folder: string): string {
    const now = this.#now();
    if (now - this.#since > TRUSTED_MS || now < this.#since || this.#folders.size > MOST_FOLDERS) {
      this.#folders.clear();
      this.#since = now;
    }
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const real = realFolder(folder) ?? this.#realPath(folder);
    this.#folders.set(folder, real);
    return real;
  }
}

/** Where the link at this path points, or null when there is none. */
function linkTarget(path: string): string | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : null;
  } catch {
    // Below a file, or not to be looked at: nothing is reached through it either.
    return null;
  }
}

function realFolder(folder: string): string | null {
  try {
    return realpathSync.native(folder);
  } catch {
    // Not there yet, or behind a link that leads nowhere: its parts decide.
    return null;
  }
}

function plainPath(named: string, home: string): string {
  let path = named.startsWith("file://") ? named.slice("file://".length) : named;
  if (path.startsWith("@") && !path.startsWith("@/")) path = path.slice(1);
  if (path === "~" || path.startsWith("~/")) return join(home, path.slice(1));
  return path === "" ? "." : path;
}
