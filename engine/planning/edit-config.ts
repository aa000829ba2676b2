import { applyEdits, modify } from "jsonc-parser/lib/esm/main.js";
import type { Json } from "../json.ts";

/** Sets dotted keys in the text of a JSON file; what stands around them keeps its bytes. Undefined takes a key out. */
export function editConfig(
  text: string,
  changes: readonly (readonly [key: string, value: Json | undefined])[],
): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const options = { formattingOptions: { insertSpaces: true, tabSize: 2, eol } };
  return changes.reduce(
    (before, [key, value]) => applyEdits(before, modify(before, key.split("."), value, options)),
    text.trim() === "" ? `{}${eol}` : text,
  );
}
