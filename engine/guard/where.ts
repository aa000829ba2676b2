import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** A path of a tool call, seen from the project. */
export interface Where {
  /** As the call named it. */
  readonly named: string;
  /** With links resolved, as far as the path exists. */
  readonly real: string;
  /** `/`-separated and relative to the project root; null when outside. */
  readonly inside: string | null;
}

/** Resolves what a call names as the host would: relative to the project, through links, up to what exists. */
export function locatePath(named: string, root: string): Where {
  const absolute = isAbsolute(named) ? resolve(named) : resolve(root, named);
  const real = realPathOf(absolute);
  const within = relative(root, real);
  const outside = within.startsWith("..") || isAbsolute(within);
  return { named, real, inside: outside ? null : within.split(sep).join("/") };
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // The last part need not exist yet; its folder decides where it would be.
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}
