import { realpathSync } from "node:fs";
import { isSameStamp, ownStampAt, type ReadRoot, type Stamp, stampAt } from "./file-stamp.ts";
import { loadBlob, loadDigest, loadText } from "./load-file.ts";
import { type Listing, loadFolder } from "./load-folder.ts";
import type { Loaded, ReadProblem } from "./loaded.ts";

export type Tracked<T> =
  | { readonly kind: "absent" }
  | { readonly kind: "problem"; readonly problem: ReadProblem }
  /** `mtime` in milliseconds since the epoch. */
  | { readonly kind: "value"; readonly value: T; readonly mtime: number };

type Raw = string | Listing;

interface Entry {
  readonly path: string;
  readonly stamp: Stamp;
  readonly isLink: boolean;
  readonly answer: Tracked<unknown>;
  /** Of a folder only its names matter, whatever its stamp says. */
  readonly folder: Listing | null;
  /** What was read, kept while a second write could still hide behind the same stamp. */
  readonly young: string | null;
  /** Counts changes that the stamp does not show. */
  readonly revision: number;
  /** Git's id of what was read, once it was asked for; null when the file has changed since. */
  blob?: string | null;
}

/** File systems keep time in steps; two writes inside one step can carry the same stamp. */
const CLOCK_STEP_MS = 50;

/**
 * Reads files and folders below a root and remembers the (mtime, size, inode) stamp of each, so that asking again
 * costs one `stat` per path. Links are followed only inside the root. Never throws.
 */
export class TrackedFiles {
  readonly #path: string;
  #root: ReadRoot | null = null;
  #known: ReadonlyMap<string, Entry> = new Map();
  #touched = new Map<string, Entry>();

  constructor(root: string) {
    this.#path = root;
  }

  /** True when nothing that the last pass read has changed. */
  unchanged(): boolean {
    const root = this.#root;
    if (root === null || this.#known.size === 0) return false;
    for (const entry of this.#known.values()) {
      if (entry.young !== null || !isAsRead(root, entry)) return false;
    }
    return true;
  }

  begin(): void {
    this.#touched = new Map();
    this.#root ??= this.#findRoot();
  }

  /** Ends a pass: true when it read something else than the one before, or something had changed. */
  finish(): boolean {
    const before = this.#known;
    this.#known = this.#touched;
    if (before.size !== this.#known.size) return true;
    for (const [key, entry] of this.#known) {
      const old = before.get(key);
      if (old !== entry && (old === undefined || !isAlike(old, entry))) return true;
    }
    return false;
  }

  /** A text that changes with what the last pass has read. */
  description(): () => string {
    const entries = this.#known;
    return () => [...entries].map(([key, entry]) => `${key}|${describe(entry)}`).join("\n");
  }

  /** `reading` tells two ways of parsing one file apart. */
  read<T>(path: string, parse: (text: string) => T, reading = "text"): Tracked<T> {
    return this.#answer(reading, path, loadText, parse);
  }

  digest(path: string): Tracked<string> {
    return this.#answer("digest", path, loadDigest, (digest) => digest);
  }

  list(path: string): Tracked<Listing> {
    return this.#answer("folder", path, loadFolder, (listing) => listing);
  }

  /** Of a file that this pass has read; null when it has not. */
  stamp(path: string): Stamp | null {
    return this.#touched.get(`text ${path}`)?.stamp ?? null;
  }

  /** The id that git gives to the content of a file that this pass has read; null when there is none. */
  blob(path: string): string | null {
    const entry = this.#touched.get(`text ${path}`);
    if (entry === undefined || this.#root === null) return null;
    if (entry.blob === undefined) {
      const loaded = loadBlob(this.#root, path);
      entry.blob = loaded.kind === "value" && isSameStamp(loaded.stamp, entry.stamp) ? loaded.value : null;
    }
    return entry.blob;
  }

  #answer<R extends Raw, T>(
    kind: string,
    path: string,
    load: (root: ReadRoot, path: string) => Loaded<R>,
    parse: (raw: R) => T,
  ): Tracked<T> {
    const key = `${kind} ${path}`;
    const root = this.#root;
    const touched = this.#touched.get(key);
    if (touched !== undefined) return touched.answer as Tracked<T>;
    if (root === null) return { kind: "absent" };
    const known = this.#known.get(key);
    const isSettled = known !== undefined && known.young === null && isAsRead(root, known);
    const entry = isSettled ? known : renewed(known, path, load(root, path), parse);
    this.#touched.set(key, entry);
    return entry.answer as Tracked<T>;
  }

  #findRoot(): ReadRoot | null {
    try {
      return { path: this.#path, real: realpathSync(this.#path) };
    } catch {
      return null;
    }
  }
}

/** What every warm answer asks of every file. */
function isAsRead(root: ReadRoot, { path, stamp, isLink }: Entry): boolean {
  return isSameStamp(isLink ? stampAt(root, path) : ownStampAt(root, path), stamp);
}

function renewed<R extends Raw, T>(
  known: Entry | undefined,
  path: string,
  loaded: Loaded<R>,
  parse: (raw: R) => T,
): Entry {
  const { stamp, isLink } = loaded;
  const place = { path, stamp, isLink, folder: null, young: null, revision: known?.revision ?? 0 };
  if (loaded.kind === "absent") return { ...place, answer: { kind: "absent" } };
  if (loaded.kind === "problem") return { ...place, answer: { kind: "problem", problem: loaded.problem } };
  const { value } = loaded;
  const isYoung = Date.now() - stamp.mtimeMs <= CLOCK_STEP_MS;
  const isSame = known !== undefined && isSameStamp(known.stamp, stamp);
  if (isSame && known.young !== null && known.young === contentOf(value)) {
    return isYoung ? known : { ...known, young: null };
  }
  return {
    ...place,
    answer: { kind: "value", value: parse(value), mtime: stamp.mtimeMs },
    folder: typeof value === "string" ? null : value,
    young: isYoung ? contentOf(value) : null,
    revision: place.revision + (isSame ? 1 : 0),
  };
}

function contentOf(value: Raw): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isAlike(a: Entry, b: Entry): boolean {
  return a.revision === b.revision && (isSameStamp(a.stamp, b.stamp) || describe(a) === describe(b));
}

function describe({ stamp, folder, revision }: Entry): string {
  return `${folder === null ? `${stamp.mtimeMs}:${stamp.size}:${stamp.ino}` : contentOf(folder)}|${revision}`;
}
