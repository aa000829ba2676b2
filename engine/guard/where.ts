import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { foldedPath } from "./folded-path.ts";

/** A path of a tool call, seen from the project. */
export interface Where {
  /** As the call named it. */
  readonly named: string;
  /** With links resolved, as far as the path exists. */
  readonly real: string;
  /** `/`-separated, folded and relative to the project root, which is the empty text; null when outside. */
  readonly inside: string | null;
}

const TRUSTED_MS = 1000;
const MOST_LINKS = 40;
/** No disk takes a longer one. */
const LONGEST_PATH = 4096;
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
    const path = resolve(from, this.expanded(named));
    const real = path.length > LONGEST_PATH ? path : this.#realPath(path);
    const inside = this.within(this.root, real);
    return { named, real, inside: inside === null ? null : foldedPath(inside) };
  }

  /** By its spelling alone, without a look at the disk. */
  spelled(named: string, from: string): Where {
    const real = resolve(from, this.expanded(named));
    const inside = this.within(this.root, real);
    return { named, real, inside: inside === null ? null : foldedPath(inside) };
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

const UNICODE_SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;

function plainPath(named: string, home: string): string {
  let path = /^file:/i.test(named) ? ofFileUrl(named) : named;
  if (path.startsWith("@") && !path.startsWith("@/")) path = path.slice(1).replaceAll(UNICODE_SPACES, " ");
  if (path === "~" || /^~[/\\]/.test(path)) return join(home, path.slice(1));
  return path === "" ? "." : path;
}

function ofFileUrl(url: string): string {
  try {
    return fileURLToPath(url.replace(/^(file:\/\/)localhost(?=\/)/i, "$1"));
  } catch {
    // No address of a file on this machine; what follows the scheme is the nearest reading.
    return url.replace(/^file:(?:\/\/)?/i, "");
  }
}
