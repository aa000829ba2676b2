import { type Stats, statSync } from "node:fs";

/** What is at a path, links followed, or null: also below a file, and where nobody may look. */
export function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    // Not to be looked at is the same as not there for all that is asked here.
    return null;
  }
}
