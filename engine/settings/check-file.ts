import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import type { Judgement } from "./judge.ts";
import type { Shape } from "./shape.ts";

/** What is wrong with one key of a file. */
export interface KeyProblem {
  readonly key: string;
  /** Follows the key. */
  readonly message: string;
  /** The setting that it is about, or null where there is none. */
  readonly about: string | null;
  readonly near: readonly string[];
}

/** A key that a file may have. */
export interface KnownKey {
  readonly takes: Shape | null;
  /** Why it counts for nothing in this file, or null. */
  readonly misplaced: string | null;
  judge(value: Json): Judgement;
}

/** The keys of a file. */
export interface KeyBook {
  find(key: string): KnownKey | null;
  /** What may have been meant by a key that is not known; null where such keys are no business of ours. */
  meant(key: string): readonly string[] | null;
}

/** Every key of a file that counts for nothing, or not as it is written. */
export function checkFile(config: JsonObject, book: KeyBook): readonly KeyProblem[] {
  return Object.entries(config).flatMap(([key, value]) => checkKey(key, value, key.includes("."), book));
}

function checkKey(key: string, value: Json | undefined, isFlat: boolean, book: KeyBook): readonly KeyProblem[] {
  if (value === undefined || value === null) return [];
  const known = book.find(key);
  if (known !== null) {
    if (isFlat && known.takes !== null)
      return [{ key, message: "is written with a dot, and only nested keys count", about: key, near: [] }];
    if (known.misplaced !== null) return [{ key, message: known.misplaced, about: key, near: [] }];
    return known.judge(value).misfits.map(({ path, message, near }) => ({
      key: path === "" || path.startsWith("[") ? `${key}${path}` : `${key}.${path}`,
      message,
      about: key,
      near,
    }));
  }
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, part]) =>
      checkKey(`${key}.${name}`, part, isFlat || name.includes("."), book),
    );
  }
  const near = book.meant(key);
  return near === null ? [] : [{ key, message: "is no setting", about: null, near }];
}
