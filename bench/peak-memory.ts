import { existsSync, readFileSync } from "node:fs";

/** Peak resident memory of a running process in megabytes, by the kernel's own count; not a number outside Linux. */
export function peakMemory(pid: number | "self"): number {
  const status = `/proc/${pid}/status`;
  const peak = existsSync(status) ? /VmHWM:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1] : undefined;
  return Number(peak) / 1000;
}
