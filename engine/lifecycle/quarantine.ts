import { renameSync, rmSync } from "node:fs";

/** What became of a file that must not stay as it is. */
export type Quarantined = "renamed" | "deleted" | "still there";

/** Takes a file out of the way under another name, or else deletes it. */
export function quarantine(file: string): Quarantined {
  try {
    renameSync(file, `${file}.quarantined`);
    return "renamed";
  } catch {
    return remove(file);
  }
}

function remove(file: string): Quarantined {
  try {
    rmSync(file, { force: true });
    return "deleted";
  } catch {
    // Said by the answer.
    return "still there";
  }
}
