import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { systemCode } from "../file/operations.ts";

export type BoundedRead =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly code: "absent" | "link" | "not_regular" | "too_large" | "unreadable" };

export const MAX_BYTES = 8 * 1024 * 1024;
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads a file that nobody vouches for: never through a link, never from a pipe or device, never more than `limit`. */
export function readBounded(path: string, limit: number = MAX_BYTES): BoundedRead {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, FLAGS);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return { ok: false, code: "not_regular" };
    if (stats.size > limit) return { ok: false, code: "too_large" };
    return { ok: true, bytes: readExactly(descriptor, stats.size) };
  } catch (error) {
    return { ok: false, code: codeOf(systemCode(error)) };
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function readExactly(descriptor: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(descriptor, bytes, filled, size - filled, null);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function codeOf(system: string): "absent" | "link" | "not_regular" | "unreadable" {
  if (system === "ENOENT" || system === "ENOTDIR") return "absent";
  if (system === "ELOOP" || system === "EMLINK") return "link";
  return system === "ENXIO" || system === "EISDIR" ? "not_regular" : "unreadable";
}
