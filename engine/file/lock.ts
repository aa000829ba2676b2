import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { EngineError } from "../error.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { randomHex } from "./digest.ts";
import { diskOperations, type FileOperations, systemCode } from "./operations.ts";
import { isAlive, startMark } from "./process-identity.ts";
import { systemWords } from "./system-problem.ts";

export interface LockOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How long to wait for another owner. Default 10,000 ms. */
  readonly deadlineMs?: number;
  readonly wait?: (ms: number) => Promise<void>;
  readonly files?: FileOperations;
}

interface Held {
  readonly body: JsonObject | null;
  readonly inode: string;
  readonly modified: number;
}

const DEADLINE_MS = 10_000;
/** After this time a lock is given up on whose owner cannot be asked: another host, or a body that says nothing. */
const UNKNOWN_OWNER_MS = 600_000;
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "ENOSYS", "EMLINK"]);

/**
 * Runs `work` while holding the lock file at `path`. A living owner is waited for and never robbed; what a dead one
 * left behind is taken over at once. Not re-entrant. Throws `EngineError` `LOCK_HELD` when the deadline passes, and
 * whatever `work` throws; the lock is released in any case.
 */
export async function withLock<T>(path: string, work: () => T | Promise<T>, options: LockOptions): Promise<T> {
  const token = randomHex(12);
  const wait = options.wait ?? pause;
  const files = options.files ?? diskOperations;
  const deadline = options.deadlineMs ?? DEADLINE_MS;
  // What was waited is counted, not read from a clock that somebody may set.
  for (let round = 0, waited = 0; !claim(path, token, options.now(), files); round++) {
    if (takeOver(path, options.now(), files)) continue;
    if (waited >= deadline) throw held(path);
    const pauseMs = 2 + Math.min(round, 10) * 2 + (token.charCodeAt(round % token.length) % 5);
    await wait(pauseMs);
    waited += pauseMs;
  }
  const inode = inspect(path)?.inode;
  try {
    return await work();
  } finally {
    release(path, token, inode);
  }
}

/** The body satisfies both lock forms of the reference tool, so that either side can judge the other's locks. */
function bodyOf(token: string, path: string, now: number): string {
  const owner = { token, pid: process.pid, hostname: hostname(), startTime: startMark(process.pid) };
  return JSON.stringify({ ...owner, ts: now, cwd: dirname(path), acquired: new Date(now).toISOString() });
}

/** Makes the lock with its body in one step, so that no lock is ever seen without an owner. */
function claim(path: string, token: string, now: number, files: FileOperations): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
  const draft = `${path}.${process.pid}-${token}.tmp`;
  try {
    writeFileSync(draft, bodyOf(token, path, now), { flag: "wx", mode: 0o600 });
    return linkOrCopy(draft, path, files);
  } catch (error) {
    throw unwritable(path, error);
  } finally {
    diskOperations.remove(draft);
  }
}

function linkOrCopy(draft: string, path: string, files: FileOperations): boolean {
  try {
    files.link(draft, path);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    if (!NO_LINKS.has(systemCode(error))) throw error;
  }
  try {
    writeFileSync(path, readFileSync(draft), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes a lock whose owner is dead. Only one process at a time may do so, else a second one could remove the lock
 * that the first has just made for itself. The right to do so is a lock too: a process that dies with it is succeeded
 * by the same rule, one level deeper.
 */
function takeOver(path: string, now: number, files: FileOperations): boolean {
  const found = inspect(path);
  if (found === null) return true;
  if (!isAbandoned(found, now)) return false;
  const right = `${path}.takeover`;
  const token = randomHex(12);
  if (!claim(right, token, now, files)) return takeOver(right, now, files);
  const inode = inspect(right)?.inode;
  try {
    const current = inspect(path);
    if (current !== null && !isAbandoned(current, now)) return false;
    files.remove(path);
    return true;
  } finally {
    release(right, token, inode);
  }
}

function isAbandoned(lock: Held, now: number): boolean {
  const { pid, hostname: host, startTime } = lock.body ?? {};
  const elsewhere = typeof host === "string" && host !== hostname();
  if (typeof pid !== "number" || !Number.isInteger(pid) || pid <= 0 || elsewhere) {
    return now - lock.modified > UNKNOWN_OWNER_MS;
  }
  if (!isAlive(pid)) return true;
  const mark = startMark(pid);
  const comparable = typeof startTime === "string" && startTime.startsWith("linux:") && mark !== null;
  return comparable && startTime !== mark;
}

function inspect(path: string): Held | null {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, READ);
    const stats = fstatSync(descriptor);
    const body = stats.isFile() && stats.size < 65_536 ? parseBody(readFileSync(descriptor, "utf8")) : null;
    return { body, inode: `${stats.dev}:${stats.ino}`, modified: stats.mtimeMs };
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined ? null : { body: null, inode: `${stats.dev}:${stats.ino}`, modified: stats.mtimeMs };
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function parseBody(text: string): JsonObject | null {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "number") return { pid: body };
    return isJsonObject(body) ? body : null;
  } catch {
    return null;
  }
}

function release(path: string, token: string, inode: string | undefined): void {
  const lock = inspect(path);
  if (lock?.body?.token === token && lock.inode === inode) diskOperations.remove(path);
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

function held(path: string): EngineError {
  const pid = inspect(path)?.body?.pid;
  const owner = typeof pid === "number" ? `process ${pid}` : "another process";
  return new EngineError("LOCK_HELD", `${path} is held by ${owner}; nothing was written.`, {
    remedy: "Wait until it has finished, or end it, and try again.",
    data: { file: path, ...(typeof pid === "number" ? { pid } : {}) },
  });
}

function unwritable(path: string, cause: unknown): EngineError {
  const code = systemCode(cause);
  return new EngineError("FILE_UNWRITABLE", `The lock ${path} could not be made: ${systemWords(cause)}.`, {
    remedy: "Check the folder and the space on the disk.",
    data: { file: path, code },
    cause,
  });
}
