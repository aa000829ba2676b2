import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { gitBlobId, sha256 } from "../file/digest.ts";
import { isInside } from "../file/is-inside.ts";
import { fullPath, type ReadRoot, stampAt, stampOf } from "./file-stamp.ts";
import { failure, type Loaded, outside, problem, targetAt, type Unloaded } from "./loaded.ts";

/** Larger planning files are reported instead of read. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** Systems without it say beforehand what is a link. */
const NO_FOLLOW: number | undefined = constants.O_NOFOLLOW;
const OPEN_FLAGS = constants.O_RDONLY | (NO_FOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Most planning files fit, and are read one after the other into the same place. */
const USUAL_BYTES = 64 * 1024;

let usual: Buffer | undefined;

export function loadText(root: ReadRoot, path: string): Loaded<string> {
  return loadBytes(root, path, (bytes) => bytes.toString("utf8"));
}

/** SHA-256 of the content, in hex. Every folder on the way is checked, since the path may come from a file. */
export function loadDigest(root: ReadRoot, path: string): Loaded<string> {
  try {
    if (!isInside(root.real, realpathSync(fullPath(root, path)))) return outside(stampAt(root, path));
  } catch (error) {
    return failure(error, root, path);
  }
  return loadBytes(root, path, (bytes) => sha256(bytes));
}

/** SHA-1 of the content as git names it (gitformat-loose, "blob"), for a file whose folders are known to be ours. */
export function loadBlob(root: ReadRoot, path: string): Loaded<string> {
  return loadBytes(root, path, (bytes) => gitBlobId(bytes));
}

/** `convert` must not keep the bytes. */
function loadBytes<T>(root: ReadRoot, path: string, convert: (bytes: Buffer) => T): Loaded<T> {
  const opened = open(root, path);
  if (opened.kind !== "open") return opened;
  const { descriptor, isLink } = opened;
  try {
    const stats = fstatSync(descriptor);
    const stamp = stampOf(stats);
    if (!stats.isFile()) return problem("not_regular_file", "It is not a regular file.", stamp, isLink);
    if (stats.size > MAX_FILE_BYTES) return problem("file_too_large", "It is larger than 8 MiB.", stamp, isLink);
    return { kind: "value", stamp, isLink, value: convert(bytesOf(descriptor, stats.size)) };
  } catch (error) {
    return failure(error, root, path);
  } finally {
    closeSync(descriptor);
  }
}

type Opened = { readonly kind: "open"; readonly descriptor: number; readonly isLink: boolean } | Unloaded;

/** Most paths are no links and open at once; for those that are, it is seen first where they lead. */
function open(root: ReadRoot, path: string): Opened {
  const direct = NO_FOLLOW === undefined ? null : openedOrNull(fullPath(root, path));
  if (direct !== null) return { kind: "open", descriptor: direct, isLink: false };
  const target = targetAt(root, path);
  if (target.kind !== "target") return target;
  try {
    return { kind: "open", descriptor: openSync(target.path, OPEN_FLAGS), isLink: target.isLink };
  } catch (error) {
    return failure(error, root, path);
  }
}

function openedOrNull(path: string): number | null {
  try {
    return openSync(path, OPEN_FLAGS);
  } catch {
    return null;
  }
}

/** The first `size` bytes of an open file; fewer where it ends before. */
function bytesOf(descriptor: number, size: number): Buffer {
  usual ??= Buffer.allocUnsafeSlow(USUAL_BYTES);
  const bytes = size <= USUAL_BYTES ? usual : Buffer.allocUnsafeSlow(size);
  let filled = 0;
  for (let read = 1; filled < size && read > 0; filled += read) {
    read = readSync(descriptor, bytes, filled, size - filled, filled);
  }
  return bytes.subarray(0, filled);
}
