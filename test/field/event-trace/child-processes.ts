import { existsSync, readFileSync } from "node:fs";

/** The field of `/proc/self/stat` that counts page faults of children that ended, from the one after the name. */
const CHILD_FAULTS = 8;

/**
 * A number that changes when this process starts a child, however short it lives: the live ones are listed by the
 * kernel, and one that ended leaves its page faults. Null where the system has no `/proc`.
 */
export function childProcessMark(): string | null {
  if (!existsSync("/proc/self/stat")) return null;
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ");
  const alive = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8");
  return `${fields?.[CHILD_FAULTS]} ${alive}`;
}
