import { readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Stamp } from "./file-stamp.ts";
import { gitFolder } from "./git-folder.ts";

/** Of a longer index, reading it costs more than it saves. */
const MAX_BYTES = 4 * 1024 * 1024;
const HEADER_BYTES = 12;
/** Where an entry keeps what, in bytes from its beginning. */
const MTIME = 8;
const INODE = 20;
const SIZE = 36;
const BLOB = 40;
const EXTENDED = 0x4000;

/** Git's index (gitformat-index, versions 2 and 3): what git found in each file, and how the file looked when it did. */
export class GitIndex {
  readonly #bytes: Buffer;
  readonly #writtenAt: number;
  readonly #hashBytes: number;
  readonly #project: string;
  /** Offsets of the entries, by paths relative to the working tree. */
  readonly #entries: ReadonlyMap<string, number>;

  private constructor(bytes: Buffer, writtenAt: number, hashBytes: number, project: string) {
    this.#bytes = bytes;
    this.#writtenAt = writtenAt;
    this.#hashBytes = hashBytes;
    this.#project = project;
    this.#entries = entriesOf(bytes, hashBytes);
  }

  /** Null when there is none that can be read. `hashBytes` is the length of an object id. */
  static read(root: string, hashBytes: number): GitIndex | null {
    const git = gitFolder(root);
    if (git === null) return null;
    try {
      const path = join(git.path, "index");
      const stats = statSync(path);
      if (!stats.isFile() || stats.size > MAX_BYTES) return null;
      const below = relative(git.workTree, root).split(sep).join("/");
      return new GitIndex(readFileSync(path), stats.mtimeMs, hashBytes, below === "" ? "" : `${below}/`);
    } catch {
      // Without an index files are asked themselves.
      return null;
    }
  }

  /**
   * True when git has found this content in a file, relative to the project root, while it looked like this. What may
   * have changed in the moment in which the index was written is not believed, as git does not either.
   */
  holds(path: string, blob: string, { mtimeMs, size, ino }: Stamp): boolean {
    const at = this.#entries.get(this.#project + path);
    if (at === undefined) return false;
    const bytes = this.#bytes;
    const indexedAt = bytes.readUInt32BE(at + MTIME) * 1000 + bytes.readUInt32BE(at + MTIME + 4) / 1e6;
    return (
      Math.abs(mtimeMs - indexedAt) < 0.001 &&
      indexedAt < this.#writtenAt &&
      bytes.readUInt32BE(at + SIZE) === size >>> 0 &&
      bytes.readUInt32BE(at + INODE) === ino % 2 ** 32 &&
      bytes.toString("hex", at + BLOB, at + BLOB + this.#hashBytes) === blob
    );
  }
}

function entriesOf(bytes: Buffer, hashBytes: number): ReadonlyMap<string, number> {
  const entries = new Map<string, number>();
  const version = bytes.readUInt32BE(4);
  if (bytes.toString("latin1", 0, 4) !== "DIRC" || version < 2 || version > 3) return entries;
  let at = HEADER_BYTES;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const flags = at + BLOB + hashBytes;
    const name = flags + (bytes.readUInt16BE(flags) & EXTENDED ? 4 : 2);
    const end = bytes.indexOf(0, name);
    if (end === -1) break;
    entries.set(bytes.toString("utf8", name, end), at);
    at += ((end - at) & ~7) + 8;
  }
  return entries;
}
