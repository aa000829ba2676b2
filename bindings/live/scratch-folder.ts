import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cleanUpAtExit } from "./clean-up-at-exit.ts";

export interface ScratchFolder {
  readonly path: string;
  /** Removes the folder with all in it; a second call does nothing. */
  remove(): void;
}

/** A temporary folder that is gone when this process ends, unless `keep`. */
export function createScratchFolder(prefix: string, keep: boolean): ScratchFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), `${prefix}-`)));
  const erase = () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  const forget = keep ? () => undefined : cleanUpAtExit(erase);
  return {
    path,
    remove() {
      forget();
      erase();
    },
  };
}

/** Writes text, or data as JSON, creating the folders above it. */
export function writeInto(file: string, content: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);
}
