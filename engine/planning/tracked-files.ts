import { realpathSync, type Stats } from "node:fs";
import {
  type Listing,
  type Loaded,
  loadBlob,
  loadDigest,
  loadFolder,
  loadText,
  type ReadProblem,
  type ReadRoot,
  stampAt,
  statsAt,
} from "./load-file.ts";

export type Tracked<T> =
  | { readonly kind: "absent" }
  | { readonly kind: "problem"; readonly problem: ReadProblem }
  /** `mtime` in milliseconds since the epoch. */
  | { readonly kind: "value"; readonly value: T; readonly mtime: number };

interface Entry {
  readonly path: string;
  readonly stamp: string;
  /** What a reader of this thing would notice: for a folder its names, for a file its stamp. */
  readonly mark: string;
  readonly answer: Tracked<unknown>;
  /** What was read, kept while a second write could still hide behind the same stamp. */
  readonly young: string | null;
  /** Counts changes that the stamp does not show. */
  readonly revision: number;
  /** The stamp in numbers, once the thing was found to be no link. */
  seen: Pick<Stats, "mtimeMs" | "size" | "ino"> | null;
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
  #known = new Map<string, Entry>();
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

  /** Ends a pass. One line for each thing read, equal while it has not changed. */
  finish(): readonly string[] {
    this.#known = this.#touched;
    return [...this.#known].map(([key, entry]) => `${key}|${entry.mark}|${entry.revision}`);
  }

  /** `reading` tells two ways of parsing one file apart. */
  read<T>(path: string, parse: (text: string) => T, reading = "text"): Tracked<T> {
    return this.#answer(reading, path, loadText, parse);
  }

  digest(path: string): Tracked<string> {
    return this.#answer("digest", path, loadDigest, (digest) => digest);
  }

  /** The id that git gives to the content of a file. */
  blob(path: string): Tracked<string> {
    return this.#answer("blob", path, loadBlob, (id) => id);
  }

  list(path: string): Tracked<Listing> {
    return this.#answer("folder", path, loadFolder, (listing) => listing);
  }

  #answer<Raw, T>(
    kind: string,
    path: string,
    load: (root: ReadRoot, path: string) => Loaded<Raw>,
    parse: (raw: Raw) => T,
  ): Tracked<T> {
    const key = `${kind} ${path}`;
    const root = this.#root;
    const touched = this.#touched.get(key);
    if (touched !== undefined) return touched.answer as Tracked<T>;
    if (root === null) return { kind: "absent" };
    const known = this.#known.get(key);
    const settled = known !== undefined && known.young === null && known.stamp === stampAt(root, path);
    const entry = settled ? known : renewed(known, path, load(root, path), parse);
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

/** What every warm answer asks of every file, so it makes no text. */
function isAsRead(root: ReadRoot, entry: Entry): boolean {
  const stats = statsAt(root, entry.path);
  const { seen } = entry;
  if (seen !== null && stats !== undefined) {
    return stats.mtimeMs === seen.mtimeMs && stats.size === seen.size && stats.ino === seen.ino;
  }
  if (stampAt(root, entry.path) !== entry.stamp) return false;
  if (stats !== undefined && !stats.isSymbolicLink()) {
    entry.seen = { mtimeMs: stats.mtimeMs, size: stats.size, ino: stats.ino };
  }
  return true;
}

function renewed<Raw, T>(known: Entry | undefined, path: string, loaded: Loaded<Raw>, parse: (raw: Raw) => T): Entry {
  const { stamp } = loaded;
  const same = known?.stamp === stamp;
  const revision = known?.revision ?? 0;
  if (loaded.kind !== "value") {
    const answer = loaded.kind === "absent" ? { kind: loaded.kind } : { kind: loaded.kind, problem: loaded.problem };
    return { path, stamp, mark: stamp, answer, young: null, revision, seen: null };
  }
  const content = contentKey(loaded.value);
  const young = Date.now() - loaded.mtime > CLOCK_STEP_MS ? null : content;
  if (same && known.young !== null && known.young === content) return { ...known, young };
  const answer = { kind: "value", value: parse(loaded.value), mtime: loaded.mtime } as const;
  if (typeof loaded.value !== "string") return { path, stamp, mark: content, answer, young, revision, seen: null };
  return { path, stamp, mark: stamp, answer, young, revision: same ? revision + 1 : revision, seen: null };
}

function contentKey(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
