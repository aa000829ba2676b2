import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { isLiteral, patternOf } from "./text.ts";

const MOST_FILES = 400;

/** What a shell would make of a word with globs in this folder: the files that are there. Hidden ones need a dot. */
export function globFiles(text: string, folder: string): readonly string[] {
  const isAbsolute = text.startsWith("/");
  let found: string[] = [isAbsolute ? "/" : folder];
  for (const segment of text.split("/").filter((part) => part !== "")) {
    found = isLiteral(segment)
      ? found.map((path) => resolve(path, segment))
      : found.flatMap((path) => matching(path, segment));
    if (found.length > MOST_FILES) found = found.slice(0, MOST_FILES);
  }
  return found;
}

function matching(folder: string, segment: string): readonly string[] {
  const pattern = patternOf(segment);
  const showsHidden = segment.startsWith(".");
  try {
    return readdirSync(folder)
      .filter((name) => (showsHidden || !name.startsWith(".")) && pattern.test(name))
      .map((name) => join(folder, name));
  } catch {
    // No folder: the shell finds nothing there either.
    return [];
  }
}
