import { lstatSync, type Stats } from "node:fs";
import { systemCode } from "../file/operations.ts";

/** File systems keep time in steps; two writes inside one step can carry the same stamp. */
const CLOCK_STEP_MS = 50;
const IF_ANY = { throwIfNoEntry: false } as const;

/** What is there, or the code of why it cannot be told. */
type Seen = Pick<Stats, "mtimeMs" | "ctimeMs" | "size" | "ino" | "mode"> | string;

/** Paths that an answer was built from, with their stamps. Asking whether they changed costs one `lstat` each. */
export class WatchedPaths {
  readonly #seen = new Map<string, Seen>();
  #youngest = 0;

  /** Called before the path is read, so that a change during the reading is seen afterwards. */
  note(path: string): void {
    if (this.#seen.has(path)) return;
    const now = look(path);
    if (typeof now === "string") {
      this.#seen.set(path, now);
      return;
    }
    const { mtimeMs, ctimeMs, size, ino, mode } = now;
    this.#seen.set(path, { mtimeMs, ctimeMs, size, ino, mode });
    this.#youngest = Math.max(this.#youngest, mtimeMs, ctimeMs);
  }

  /** False also while a second write could still hide behind the stamps; `readAt` is when the reading began. */
  unchanged(readAt: number): boolean {
    if (readAt - this.#youngest < CLOCK_STEP_MS) return false;
    for (const [path, seen] of this.#seen) if (!isSame(look(path), seen)) return false;
    return true;
  }
}

function look(path: string): Seen {
  try {
    return lstatSync(path, IF_ANY) ?? "absent";
  } catch (error) {
    return `error ${systemCode(error)}`;
  }
}

function isSame(now: Seen, before: Seen): boolean {
  if (typeof now === "string" || typeof before === "string") return now === before;
  const sameTime = now.mtimeMs === before.mtimeMs && now.ctimeMs === before.ctimeMs;
  return sameTime && now.size === before.size && now.ino === before.ino && now.mode === before.mode;
}
