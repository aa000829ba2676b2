import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { compareBytes } from "./bytes.ts";
import type { Candidate } from "./candidate.ts";
import { isPending, type Ledger } from "./ledger.ts";
import { readBounded } from "./read-bounded.ts";
import type { Skip } from "./registry.ts";
import type { OverlayRoot } from "./roots.ts";
import type { WatchedPaths } from "./watched-paths.ts";

export interface Discovery {
  readonly candidates: readonly Candidate[];
  readonly skips: readonly Skip[];
}

const READ_PROBLEMS = {
  absent: "it has no capability.json",
  link: "its capability.json is a link",
  not_regular: "its capability.json is no regular file",
  too_large: "its capability.json is larger than 8 MiB",
  unreadable: "its capability.json cannot be read",
} as const;

/** Finds the folders of an overlay root, in byte order of their names, and reads their manifests as plain JSON. */
export function discover(root: OverlayRoot, ledger: Ledger, watched: WatchedPaths): Discovery {
  const candidates: Candidate[] = [];
  const skips: Skip[] = [];
  for (const id of namesIn(root.folder, watched)) {
    const folder = join(root.folder, id);
    const found = inspect(folder, watched);
    if (found === null) continue;
    if (isPending(ledger, id)) {
      skips.push({ id, scope: root.scope, kind: "pending", reason: "its installation did not finish" });
    } else if ("reason" in found) skips.push({ id, scope: root.scope, reason: found.reason });
    else candidates.push({ id, scope: root.scope, folder, raw: found.raw });
  }
  return { candidates, skips };
}

function namesIn(folder: string, watched: WatchedPaths): readonly string[] {
  watched.note(folder);
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith("."))
      .sort(compareBytes);
  } catch {
    return [];
  }
}

/** Null for what is no capability at all: a plain file beside the folders. */
function inspect(
  folder: string,
  watched: WatchedPaths,
): { readonly raw: unknown } | { readonly reason: string } | null {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  // Where the folder is one, its manifest shows every change of it as well.
  if (!stats?.isDirectory()) watched.note(folder);
  if (stats?.isSymbolicLink()) return { reason: "its folder is a link" };
  if (!stats?.isDirectory()) return null;
  const path = join(folder, "capability.json");
  watched.note(path);
  const read = readBounded(path);
  if (!read.ok) return { reason: READ_PROBLEMS[read.code] };
  try {
    return { raw: JSON.parse(read.bytes.toString("utf8").replace(/^\ufeff/, "")) };
  } catch (error) {
    return { reason: `its capability.json is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
