import { lstatSync } from "node:fs";
import { systemCode } from "../file/operations.ts";

/** File systems keep time in steps; two writes inside one step can carry the same stamp. */
const CLOCK_STEP_MS = 50;

/** Paths that an answer was built from, with their stamps. Asking whether they changed costs one `lstat` each. */
export class WatchedPaths {
  readonly #stamps = new Map<string, string>();
  #youngest = 0;

  /** Called before the path is read, so that a change during the reading is seen afterwards. */
  note(path: string): void {
    if (this.#stamps.has(path)) return;
    const { stamp, changed } = stampOf(path);
    this.#stamps.set(path, stamp);
    this.#youngest = Math.max(this.#youngest, changed);
  }

  /** False also while a second write could still hide behind the stamps; `readAt` is when the reading began. */
  unchanged(readAt: number): boolean {
    if (readAt - this.#youngest < CLOCK_STEP_MS) return false;
    for (const [path, stamp] of this.#stamps) if (stampOf(path).stamp !== stamp) return false;
    return true;
  }
}

function stampOf(path: string): { readonly stamp: string; readonly changed: number } {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { stamp: "absent", changed: 0 };
    const { mtimeMs, ctimeMs, size, ino, mode } = stats;
    return { stamp: `${mtimeMs}:${ctimeMs}:${size}:${ino}:${mode}`, changed: Math.max(mtimeMs, ctimeMs) };
  } catch (error) {
    return { stamp: `error ${systemCode(error)}`, changed: 0 };
  }
}
