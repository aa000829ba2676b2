import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../file/digest.ts";
import { systemCode } from "../file/operations.ts";
import { refuse, type TransitionRefusal } from "./transition-types.ts";

/** Files as they are on disk, each read once. What is not text is refused: writing it back would change its bytes. */
export class PlanningTexts {
  readonly #root: string;
  readonly #known = new Map<string, string | null>();
  refusal: TransitionRefusal | null = null;

  constructor(root: string) {
    this.#root = root;
  }

  read(path: string): string | null {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const text = this.#load(path);
    this.#known.set(path, text);
    return text;
  }

  /** In byte order, without hidden ones. */
  names(path: string): readonly string[] {
    const full = join(this.#root, path);
    if (lstatSync(full, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    return readdirSync(full)
      .filter((name) => !name.startsWith("."))
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  }

  /** SHA-256 (hex) of a regular file; null for anything else. */
  digest(path: string): string | null {
    const full = join(this.#root, path);
    try {
      return lstatSync(full).isFile() ? sha256(readFileSync(full)) : null;
    } catch {
      return null;
    }
  }

  #load(path: string): string | null {
    const full = join(this.#root, path);
    try {
      const stats = lstatSync(full, { throwIfNoEntry: false });
      if (stats === undefined) return null;
      if (!stats.isFile()) return this.#refuse(path, "it is not a regular file");
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(full));
    } catch (error) {
      return this.#refuse(path, error instanceof TypeError ? "it is not UTF-8 text" : systemCode(error));
    }
  }

  #refuse(path: string, why: string): null {
    this.refusal = refuse("file_unreadable", `${path} cannot be changed: ${why}.`, "Correct the file first.");
    return null;
  }
}
