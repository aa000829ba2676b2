import { redact } from "./redact.ts";
import { truncate } from "./truncate.ts";

/** Fields that take in what tools, checks and people said, beside those that end in `_redacted`. */
const FREE_TEXT: ReadonlySet<string> = new Set([
  "prompt_excerpt",
  "subject",
  "assumption_text",
  "result",
  "detail",
  "message",
  "reason",
]);

/** Makes the fields of a line fit for disk: credentials replaced in free text, no text above 4096 bytes, none absent. */
export function cleanFields<F extends object>(fields: F): F {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (typeof value !== "string") clean[name] = value;
    else clean[name] = name.endsWith("_redacted") || FREE_TEXT.has(name) ? redact(value) : truncate(value);
  }
  return clean as F;
}
