import { readBounded } from "../capability/read-bounded.ts";
import type { Edit, Effect } from "./path-use.ts";
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
      return share(size, Buffer.byteLength(seen(effect.text)));
    case "hunks":
      return share(size, size - effect.removed + effect.added);
    case "edits": {
      const text = textOf(file);
      if (text === null) return "nothing";
      const result = resultOf(effect, text);
      return result === null ? lossByGuess(effect.edits, text) : share(text.length, seen(result).length);
    }
  }
}

/** The text that the file would hold, or null where the call does not tell. Line ends do not count. */
export function resultOf(effect: Effect | undefined, text: string): string | null {
  if (effect?.kind === "replace") return effect.text;
  if (effect?.kind !== "edits" && effect?.kind !== "hunks") return null;
  let current = unixLines(text);
  for (const edit of effect.edits) {
    const [before, after] = [unixLines(edit.before), unixLines(edit.after)];
    if (!current.includes(before)) return null;
    if (before === "") current = after;
    else current = edit.everywhere ? current.replaceAll(before, () => after) : current.replace(before, () => after);
  }
  return current;
}

export function textOf(file: string): string | null {
  const read = readBounded(file);
  return read.ok ? read.bytes.toString("utf8") : null;
}

/** A host may find text that stands there in a like form only; then as much may go as lies between its ends. */
function lossByGuess(edits: readonly Edit[], text: string): Loss {
  const lines = unixLines(text)
    .split("\n")
    .map((line) => line.trim());
  const kept = edits.reduce(
    (left, { before, after }) => left - Math.max(0, spanOf(before, lines) - after.length),
    text.length,
  );
  return share(text.length, kept);
}

function spanOf(before: string, lines: readonly string[]): number {
  const own = unixLines(before).trim().split("\n");
  const first = lines.indexOf(own[0]?.trim() ?? "");
  const last = lines.lastIndexOf(own.at(-1)?.trim() ?? "");
  const between = first === -1 || last <= first ? 0 : lines.slice(first, last + 1).join("\n").length;
  return own.length > 2 ? Math.max(before.length, between) : before.length;
}

/** Text without the blanks at its ends and without what no person sees. */
function seen(text: string): string {
  return text.replaceAll(/[\u200b-\u200f\u2060-\u2064\ufeff]+/g, "").trim();
}

function unixLines(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}

function share(before: number, after: number): Loss {
  if (after <= 0) return "everything";
  return after < before / 2 ? "much" : "nothing";
}
