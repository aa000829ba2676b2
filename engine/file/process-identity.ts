import { readFileSync } from "node:fs";
import { systemCode } from "./operations.ts";

/** False only when no process has this id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== "ESRCH";
  }
}

/**
 * A mark that tells two processes with the same id apart, or null where the system does not offer one cheaply.
 * On Linux: boot id and start tick.
 */
export function startMark(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const tick = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim().slice(0, 8);
    return tick === undefined ? null : `linux:${boot}:${tick}`;
  } catch {
    return null;
  }
}
