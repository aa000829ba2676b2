import type { Effect } from "../path-use.ts";

/** What a program would do with one of its words. */
export interface WordUse {
  readonly text: string;
  readonly use: "read" | "write" | "overwrite" | "delete" | "named";
  /** The file that a write copies. */
  readonly from?: string;
  /** What a write leaves, where the command tells. */
  readonly effect?: Effect;
  /** All below a folder, hidden files too, but those with names like these. */
  readonly deep?: { readonly left: readonly string[] };
}

export function overwritten(text: string): WordUse {
  return { text, use: "overwrite" };
}

export function read(text: string): WordUse {
  return { text, use: "read" };
}

/** Every spelling in which a word can carry a path: behind an equals sign, an at sign, a colon or a flag's letter. */
export function candidates(word: string): readonly WordUse[] {
  const texts = new Set([word]);
  for (const part of word.split(/[=,]/)) {
    texts.add(part);
    texts.add(part.replace(/^[@<]/, "").replaceAll(/^"|"$/g, ""));
    if (/^https?:\/\//i.test(part)) continue;
    for (const piece of part.split(/[:@]/)) texts.add(piece);
  }
  if (/^-[A-Za-z][^-]/.test(word)) texts.add(word.slice(2));
  if (/^file:\/\//i.test(word)) texts.add(word.slice("file://".length));
  return [...texts].filter((text) => text !== "" && !text.startsWith("-")).map((text) => ({ text, use: "named" }));
}
