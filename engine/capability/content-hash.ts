import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createSha512 } from "../file/digest.ts";
import { readBounded } from "./read-bounded.ts";
import { readWords } from "./read-words.ts";
import type { WatchedPaths } from "./watched-paths.ts";

export type ContentHash =
  | { readonly ok: true; readonly hash: string }
  | { readonly ok: false; readonly reason: string };

const MAX_ENTRIES = 100_000;
const MAX_TOTAL = 16 * 1024 * 1024;
const CACHES: ReadonlySet<string> = new Set(["__pycache__", ".pytest_cache"]);

interface Entry {
  readonly path: Buffer;
  readonly kind: "dir" | "file";
  readonly full: string;
  readonly size: number;
}

/**
 * `sha512-…` over every folder and file of a capability, so that nothing in it can change unseen. Links, special files
 * and bundles without measure have no hash. Equal on every runtime: names are taken and sorted as bytes.
 */
export function contentHash(folder: string, watched?: WatchedPaths): ContentHash {
  try {
    const entries = listEntries(folder, watched);
    return { ok: true, hash: hashOf(entries) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

function listEntries(folder: string, watched: WatchedPaths | undefined): Entry[] {
  const entries: Entry[] = [];
  let seen = 0;
  let total = 0;
  const walk = (full: string, path: Buffer, parent: string): void => {
    watched?.note(full);
    for (const name of readdirSync(full, { encoding: "buffer" })) {
      if (++seen > MAX_ENTRIES) throw new Error("it has too many files");
      const text = name.toString("utf8");
      if (!Buffer.from(text).equals(name)) throw new Error("a file name is no valid text");
      const at = join(full, text);
      const rel = path.length === 0 ? name : Buffer.concat([path, SLASH, name]);
      const stats = lstatSync(at);
      if (stats.isDirectory()) {
        if (!CACHES.has(text)) entries.push({ path: rel, kind: "dir", full: at, size: 0 });
        walk(at, rel, text);
      } else if (stats.isFile()) {
        if (parent === "__pycache__" && /\.py[co]$/.test(text)) continue;
        total += stats.size;
        if (total > MAX_TOTAL) throw new Error("it is larger than 16 MiB");
        watched?.note(at);
        entries.push({ path: rel, kind: "file", full: at, size: stats.size });
      } else throw new Error(`${rel.toString("utf8")} is a link or a special file`);
    }
  };
  const start = lstatSync(folder);
  if (!start.isDirectory()) throw new Error("it is no folder");
  walk(folder, Buffer.alloc(0), "");
  return entries.sort((a, b) => Buffer.compare(a.path, b.path) || (a.kind === "dir" ? -1 : 1));
}

const SLASH = Buffer.from("/");

function hashOf(entries: readonly Entry[]): string {
  const hash = createSha512();
  hash.update(u64(entries.length));
  for (const { path, kind, full } of entries) {
    hash.update(Buffer.from([kind === "file" ? 1 : 2]));
    hash.update(u32(path.length));
    hash.update(path);
    if (kind === "dir") continue;
    const read = readBounded(full, MAX_TOTAL);
    if (!read.ok) throw new Error(`${path.toString("utf8")} cannot be read: ${readWords(read.code)}`);
    hash.update(u64(read.bytes.length));
    hash.update(read.bytes);
  }
  return `sha512-${hash.digest("base64")}`;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
