import { readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join, relative } from "node:path";

/** In seconds, before any file was written, so that the file system notes the next read. */
const LONG_AGO = 1;

/** Tells which files of a folder were read, by their access times. */
export class FileReads {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#reset();
    const [probe] = this.#files();
    if (probe !== undefined) readFileSync(probe);
    if (this.take().length !== 1) throw new Error("This file system keeps no access times, so no read can be seen");
  }

  /** The files read since the last call. */
  take(): readonly string[] {
    const read = this.#files().filter((file) => statSync(file).atimeMs > LONG_AGO * 1000);
    this.#reset();
    return read.map((file) => relative(this.#folder, file));
  }

  /** Whole seconds survive being set again; a fraction would change a little each time. */
  #reset(): void {
    for (const file of this.#files()) utimesSync(file, LONG_AGO, Math.floor(statSync(file).mtimeMs / 1000));
  }

  #files(): readonly string[] {
    return readdirSync(this.#folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  }
}
