import { readdirSync } from "node:fs";

/** The names in a folder; none where there is no folder that can be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // What cannot be looked into shows nothing.
    return [];
  }
}
