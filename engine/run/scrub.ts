import type { Json } from "../json.ts";
import { patternOf } from "./labelled-secrets.ts";
import { redactCredentials } from "./redact.ts";

export interface ScrubPolicy {
  /** A person's own patterns. */
  readonly patterns: readonly string[];
  /** What happens to a file when one of them is broken. */
  readonly whenBroken: "closed" | "open";
}

/** Reads `secrets_policy`. Unless it says otherwise, a broken pattern stops the write. */
export function scrubPolicyOf(setting: (key: string) => Json | undefined): ScrubPolicy {
  const patterns = setting("secrets_policy.redaction_patterns");
  return {
    patterns: Array.isArray(patterns) ? patterns.filter((pattern) => typeof pattern === "string") : [],
    whenBroken: setting("secrets_policy.fail_mode_durable") === "open" ? "open" : "closed",
  };
}

export type Scrubbed =
  | { readonly ok: true; readonly text: string /** A pattern was left out. */; readonly degraded: boolean }
  | { readonly ok: false; readonly broken: readonly string[] };

/** Makes a text fit for a file that stays: credentials replaced, then what a person's own patterns find. */
export function scrub(text: string, policy: ScrubPolicy): Scrubbed {
  const compiled = policy.patterns.map((source) => ({ source, pattern: patternOf(source) }));
  const broken = compiled.flatMap(({ source, pattern }) => (pattern === null ? [source] : []));
  if (broken.length > 0 && policy.whenBroken === "closed") return { ok: false, broken };
  let clean = redactCredentials(text);
  for (const { pattern } of compiled) if (pattern) clean = clean.replace(pattern, "[REDACTED]");
  return { ok: true, text: clean, degraded: broken.length > 0 };
}
