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
    if (typeof value !== "string") clean[name] = typeof value === "object" ? shortened(value) : value;
    else clean[name] = name.endsWith("_redacted") || FREE_TEXT.has(name) ? redact(value) : truncate(value);
  }
  return clean as F;
}

/** The same limit for what lies deeper. */
function shortened(value: unknown): unknown {
  if (typeof value === "string") return truncate(value);
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}
