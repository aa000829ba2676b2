import { readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { namesIn } from "./names-in.ts";
import type { Policy } from "./policy.ts";
import { statOf } from "./stat.ts";
import type { Places } from "./where.ts";

/** Everything a verdict may know about the place it is given in. */
export interface Ground {
  readonly places: Places;
  readonly policy: Policy;
  /** Folders outside the project that may be written to, besides those of the policy. */
  readonly writableRoots: readonly string[];
  /** Real paths of the system's temporary folders. */
  readonly temporary: readonly string[];
  /** Whether a setting of the project decides what is checked or guarded. */
  readonly isGuardingKey: (key: string) => boolean;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const SINKS = /^\/dev\/(?:null|zero|stdin|stdout|stderr|tty|fd\/\d+)$|^\/proc\/[^/]+\/fd\//;

/** Whether a path outside the project may be written to. */
export function isWritableOutside(real: string, { places, policy, writableRoots, temporary, home }: Ground): boolean {
  if (SINKS.test(real)) return true;
  const inside = (root: string) => places.within(root, real) !== null;
  if (writableRoots.some(inside)) return true;
  if (policy.writable.some((folder) => inside(places.locate(folder).real))) return true;
  if (temporary.some((folder) => places.within(folder, places.root) === null && inside(folder))) return true;
  return workTrees(places.root).some((tree) => inside(tree) && places.within(tree, realOf(home)) === null);
}

/**
 * The work tree that the project is a folder of, and the others of its repository. Read only for a path outside. One
 * that holds the home as well bounds nothing and is left out by the caller.
 */
function workTrees(root: string): readonly string[] {
  const main = folderAbove(root, ".git");
  if (main === null) return [];
  const dotGit = join(main, ".git");
  const store = statOf(dotGit)?.isDirectory() ? dotGit : (linkedStore(dotGit) ?? dotGit);
  const common = textOf(join(store, "commondir"));
  const shared = common === null ? store : resolve(store, common);
  const first = shared.endsWith("/.git") ? [dirname(shared)] : [];
  const linked = namesIn(join(shared, "worktrees")).flatMap((name) => {
    const link = textOf(join(shared, "worktrees", name, "gitdir"));
    return link === null ? [] : [realOf(dirname(link))];
  });
  return [main, ...first, ...linked];
}

function folderAbove(from: string, name: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    if (statOf(join(folder, name)) !== null) return folder;
    if (dirname(folder) === folder) return null;
  }
}

function linkedStore(dotGit: string): string | null {
  const store = /^gitdir: (.+)$/m.exec(textOf(dotGit) ?? "")?.[1];
  return store === undefined ? null : resolve(dirname(dotGit), store.trim());
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    // What git has not written does not widen anything.
    return null;
  }
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // A folder that is not there yet has no other name.
    return path;
  }
}
