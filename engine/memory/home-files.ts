import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { readJsonFile } from "../capability/json-file.ts";
import { replaceFile } from "../file/atomic-write.ts";
import type { JsonObject } from "../json.ts";

/** A folder of small JSON files below `<home>/.gsd`, one for each entry. What cannot be read is passed over. */
export class HomeFiles {
  readonly #base: string;
  readonly #folder: string;

  constructor(home: string, folder: string) {
    this.#base = join(home, ".gsd");
    this.#folder = folder;
  }

  ids(): readonly string[] {
    try {
      return readdirSync(join(this.#base, this.#folder))
        .filter((name) => name.endsWith(".json") && !name.startsWith("."))
        .map((name) => name.slice(0, -".json".length))
        .sort();
    } catch {
      // Nothing was stored yet.
      return [];
    }
  }

  read(id: string): JsonObject | null {
    const file = readJsonFile(join(this.#base, this.#folder, `${id}.json`));
    return file.ok ? file.value : null;
  }

  /** When an entry was written, in milliseconds since the epoch; 0 when it is gone. */
  writtenAt(id: string): number {
    return statSync(join(this.#base, this.#folder, `${id}.json`), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  write(id: string, value: object): void {
    mkdirSync(this.#base, { recursive: true, mode: 0o700 });
    replaceFile(this.#base, `${this.#folder}/${id}.json`, `${JSON.stringify(value, null, 2)}\n`);
  }

  /** False when there was no such entry. */
  remove(id: string): boolean {
    if (!this.ids().includes(id)) return false;
    rmSync(join(this.#base, this.#folder, `${id}.json`), { force: true });
    return true;
  }
}
