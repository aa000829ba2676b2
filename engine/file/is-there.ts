import { lstatSync } from "node:fs";

/** Whether something lies at a path. What cannot be looked at is reported by those who read it. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
