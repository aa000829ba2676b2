import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { systemCode } from "../file/operations.ts";
import { underRunLock } from "./run-lock.ts";

type Zlib = typeof import("node:zlib");

const PART = /^v1\.4-events\.(\d+)\.jsonl(\.gz)?$/;

function zlib(): Zlib {
  return process.getBuiltinModule("node:zlib");
}

export function logFile(folder: string): string {
  return join(folder, "logs", "v1.4-events.jsonl");
}

function archiveFolder(folder: string): string {
  return join(folder, "logs", "archive");
}

/** The live log right after a line was added to it. */
export interface Appended {
  readonly inode: number;
  /** In bytes, with what others have added since. */
  readonly size: number;
}

/**
 * Appends to the live log. A line that met a rotation on its way is in one place afterwards, and in one only; then the
 * answer is null.
 */
export function appendLine(folder: string, line: string): Appended | null {
  const file = logFile(folder);
  const descriptor = openForAppend(file);
  try {
    writeWhole(descriptor, line);
    const { ino, size } = fstatSync(descriptor);
    if (ino === statSync(file, { throwIfNoEntry: false })?.ino) return { inode: ino, size };
  } finally {
    closeSync(descriptor);
  }
  const place = () => {
    const packed = readArchive(folder).slice(-NEWEST_PARTS);
    if (![...packed, readFileSync(file, "utf8")].some((text) => text.includes(line))) appendFileSync(file, line);
  };
  underRunLock(folder, place, { waitMs: 5000, orWithout: true });
  return null;
}

/** A full disk takes the beginning of a line and says so only when it is asked to take the rest. */
function writeWhole(descriptor: number, line: string): void {
  const bytes = Buffer.from(line);
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}

/** A writer may have been held up while the log was rotated more than once. */
const NEWEST_PARTS = 3;

function openForAppend(file: string): number {
  try {
    return openSync(file, "a");
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    mkdirSync(dirname(file), { recursive: true });
    return openSync(file, "a");
  }
}

interface Part {
  readonly number: number;
  readonly file: string;
  readonly isPacked: boolean;
}

function partsOf(folder: string): readonly Part[] {
  const archive = archiveFolder(folder);
  if (!existsSync(archive)) return [];
  return readdirSync(archive)
    .flatMap((name) => {
      const match = PART.exec(name);
      return match ? [{ number: Number(match[1]), file: join(archive, name), isPacked: match[2] !== undefined }] : [];
    })
    .sort((a, b) => a.number - b.number || Number(a.isPacked) - Number(b.isPacked));
}

/** The archived parts of a run's log as text, oldest first. A part that cannot be read is left out. */
export function readArchive(folder: string): readonly string[] {
  const seen = new Set<number>();
  return partsOf(folder).flatMap(({ number, file, isPacked }) => {
    if (seen.has(number)) return [];
    seen.add(number);
    try {
      const bytes = readFileSync(file);
      return [(isPacked ? zlib().gunzipSync(bytes) : bytes).toString("utf8")];
    } catch {
      // A damaged part must not hide the others.
      return [];
    }
  });
}

/** Bytes that the archived parts take. */
export function archiveSize(folder: string): number {
  return partsOf(folder).reduce((sum, { file }) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/**
 * Moves a log that has grown to `limit` bytes to the archive, under the next number, and starts an empty one. Answers
 * whether it did; another process that does the same right now is left to it.
 */
export function rotate(folder: string, limit: number): boolean {
  let isDone = false;
  const work = () => {
    const live = logFile(folder);
    if ((statSync(live, { throwIfNoEntry: false })?.size ?? 0) < limit) return;
    mkdirSync(archiveFolder(folder), { recursive: true });
    const number = (partsOf(folder).at(-1)?.number ?? 0) + 1;
    const part = join(archiveFolder(folder), `v1.4-events.${number}.jsonl`);
    renameSync(live, part);
    closeSync(openSync(live, "a"));
    pack(part, live);
    isDone = true;
  };
  underRunLock(folder, work, { waitMs: 0, orWithout: false });
  return isDone;
}

/** Lines that another process was still writing to the part when it was moved away go to the live log. */
function pack(part: string, live: string): void {
  const descriptor = openSync(part, "r");
  try {
    const packed = readFrom(descriptor, 0);
    writeFileSync(`${part}.gz.tmp`, zlib().gzipSync(packed));
    renameSync(`${part}.gz.tmp`, `${part}.gz`);
    rmSync(part);
    const late = readFrom(descriptor, packed.length);
    if (late.length > 0) appendFileSync(live, late);
  } finally {
    closeSync(descriptor);
  }
}

function readFrom(descriptor: number, start: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, fstatSync(descriptor).size - start));
  return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, start));
}
