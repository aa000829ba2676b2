import { readBounded } from "../capability/read-bounded.ts";
import type { Effect } from "./path-use.ts";
import { statOf } from "./stat.ts";

export type Loss = "everything" | "much" | "nothing";

/** How much of the file a write would take away. `much` is more than half. Reads the file only where it must. */
export function lossOf(effect: Effect | undefined, file: string): Loss {
  if (effect === undefined) return "nothing";
  const size = statOf(file)?.size ?? 0;
  if (size === 0) return "nothing";
  switch (effect.kind) {
    case "overwrite":
      return effect.size === null ? "much" : share(size, effect.size);
    case "replace":
      return share(size, effect.text.trim() === "" ? 0 : Buffer.byteLength(effect.text));
    case "hunks":
      return share(size, size - effect.removed + effect.added);
    case "edits": {
      const text = textOf(file);
      const result = text === null ? null : resultOf(effect, text);
      return text === null || result === null ? "nothing" : share(text.length, result.trim().length);
    }
  }
}

/** The text that the file would hold, or null where the call does not tell. */
export function resultOf(effect: Effect | undefined, text: string): string | null {
  if (effect?.kind === "replace") return effect.text;
  if (effect?.kind !== "edits" && effect?.kind !== "hunks") return null;
  let current = text;
  for (const { before, after, everywhere } of effect.edits) {
    if (!current.includes(before)) return null;
    if (before === "") current = after;
    else current = everywhere ? current.replaceAll(before, () => after) : current.replace(before, () => after);
  }
  return current;
}

export function textOf(file: string): string | null {
  const read = readBounded(file);
  return read.ok ? read.bytes.toString("utf8") : null;
}

function share(before: number, after: number): Loss {
  if (after <= 0) return "everything";
  return after < before / 2 ? "much" : "nothing";
}
