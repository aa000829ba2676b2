import { isJsonObject, type JsonObject } from "../json.ts";
import { type BoundedRead, readBounded } from "./read-bounded.ts";
import { readWords } from "./read-words.ts";

export type JsonFile =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly code: Extract<BoundedRead, { ok: false }>["code"] | "not_json" };

/** Why such a file was not read, for a person. */
export function jsonFileWords(code: Extract<JsonFile, { ok: false }>["code"]): string {
  return code === "not_json" ? "it is no JSON object" : readWords(code);
}

/** Reads a file that should hold one JSON object. */
export function readJsonFile(path: string): JsonFile {
  const read = readBounded(path);
  if (!read.ok) return read;
  try {
    const value: unknown = JSON.parse(read.bytes.toString("utf8").replace(/^\ufeff/, ""));
    return isJsonObject(value) ? { ok: true, value } : { ok: false, code: "not_json" };
  } catch {
    return { ok: false, code: "not_json" };
  }
}
