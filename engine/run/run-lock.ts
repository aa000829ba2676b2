import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../file/operations.ts";
import { isAlive } from "../file/process-identity.ts";

const POLL_MS = 5;

/**
 * Runs `work` while no other process that keeps to the same rule works in the folder of this run. A living owner is
 * waited for, at most `waitMs`; then `work` runs without the lock when `orWithout` says so, else not at all. Answers
 * whether it ran.
 */
export function underRunLock(
  folder: string,
  work: () => void,
  { waitMs, orWithout }: { readonly waitMs: number; readonly orWithout: boolean },
): boolean {
  const sentinel = join(folder, "logs", ".lock.exclusion");
  const isMine = claim(sentinel, join(folder, "logs"), waitMs);
  if (!isMine && !orWithout) return false;
  try {
    work();
    return true;
  } finally {
    if (isMine) rmSync(sentinel, { force: true });
  }
}

function claim(sentinel: string, folder: string, waitMs: number): boolean {
  for (let waited = 0; ; waited += POLL_MS) {
    if (make(sentinel, folder)) return true;
    if (isAbandoned(sentinel)) rmSync(sentinel, { force: true });
    else if (waited >= waitMs) return false;
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
}

function make(sentinel: string, folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    closeSync(openSync(join(folder, ".lock"), "a"));
    writeFileSync(sentinel, `${process.pid}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

function isAbandoned(sentinel: string): boolean {
  try {
    const pid = Number(readFileSync(sentinel, "utf8"));
    return Number.isInteger(pid) && pid > 0 && pid !== process.pid && !isAlive(pid);
  } catch {
    // Its owner took it away in the meantime.
    return false;
  }
}
