import { readdirSync } from "node:fs";
import { type ReadRoot, stampOf } from "./file-stamp.ts";
import { failure, type Loaded, problem, targetAt } from "./loaded.ts";

export interface Listing {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Names of links that lead outside the project. */
  readonly outside: readonly string[];
}

/** Entries of a folder in byte order of their names, without hidden files and locks. Links count as what they lead to, if that is in the project. */
export function loadFolder(root: ReadRoot, path: string): Loaded<Listing> {
  const target = targetAt(root, path);
  if (target.kind !== "target") return target;
  const { stats, isLink } = target;
  const stamp = stampOf(stats);
  try {
    if (!stats.isDirectory()) return problem("not_regular_file", "It is not a folder.", stamp, isLink);
    return { kind: "value", stamp, isLink, value: listFolder(root, path, target.path) };
  } catch (error) {
    return failure(error, root, path);
  }
}

function listFolder(root: ReadRoot, path: string, folder: string): Listing {
  const files: string[] = [];
  const folders: string[] = [];
  const outside: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (name.startsWith(".") || name.endsWith(".lock")) continue;
    if (entry.isDirectory()) folders.push(name);
    else if (!entry.isSymbolicLink()) files.push(name);
    else {
      const target = targetAt(root, `${path}/${name}`);
      if (target.kind === "problem") outside.push(name);
      else if (target.kind === "target") (target.stats.isDirectory() ? folders : files).push(name);
    }
  }
  return { files: inByteOrder(files), folders: inByteOrder(folders), outside: inByteOrder(outside) };
}

/** The order of a plain sort, but for characters that JavaScript writes as two. */
function inByteOrder(names: string[]): string[] {
  if (!names.some((name) => /[\ud800-\udfff]/.test(name))) return names.sort();
  return names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
