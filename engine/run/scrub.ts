import { isJsonObject, type Json } from "../json.ts";
import type { OwnSettings } from "../settings/own-settings.ts";
import { patternOf } from "./labelled-secrets.ts";
import { redactCredentials } from "./redact.ts";

export interface ScrubPolicy {
  /** A person's own patterns. */
  readonly patterns: readonly string[];
  /** What happens to a file when one of them is broken. */
  readonly whenBroken: "closed" | "open";
}

/** Reads `secrets_policy`. Unless it says otherwise, a broken pattern stops the write. */
export function scrubPolicyOf(setting: OwnSettings): ScrubPolicy {
  return {
    patterns: setting("secrets_policy.redaction_patterns"),
    whenBroken: setting("secrets_policy.fail_mode_durable") === "open" ? "open" : "closed",
  };
}

export type Scrubbed<T = string> =
  | { readonly ok: true; readonly clean: T /** A pattern was left out. */; readonly degraded: boolean }
  | { readonly ok: false; readonly broken: readonly string[] };

/** Makes a text fit for a file that stays: credentials replaced, then what a person's own patterns find. */
export function scrub(text: string, policy: ScrubPolicy): Scrubbed {
  return scrubbing(policy, (clean) => clean(text));
}

/**
 * The same for a value that is kept as JSON: each text by itself and together with its key, so that nothing that is
 * taken away breaks the form.
 */
export function scrubJson<T extends Json>(value: T, policy: ScrubPolicy): Scrubbed<T> {
  return scrubbing(policy, (clean) => cleanValue(value, "", clean) as T);
}

type Clean = (text: string) => string;

function scrubbing<T>({ patterns, whenBroken }: ScrubPolicy, work: (clean: Clean) => T): Scrubbed<T> {
  const compiled = patterns.map((source) => ({ source, pattern: patternOf(source) }));
  const broken = compiled.flatMap(({ source, pattern }) => (pattern === null ? [source] : []));
  if (broken.length > 0 && whenBroken === "closed") return { ok: false, broken };
  const clean = (text: string) =>
    compiled.reduce(
      (left, { pattern }) => (pattern ? left.replace(pattern, "[REDACTED]") : left),
      redactCredentials(text),
    );
  return { ok: true, clean: work(clean), degraded: broken.length > 0 };
}

function cleanValue(value: Json, key: string, clean: Clean): Json {
  if (typeof value === "string") return cleanText(value, key, clean);
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, key, clean));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, item === undefined ? null : cleanValue(item, name, clean)]),
  );
}

/** `github_token` is a token, and says so only with its last word. */
function cleanText(text: string, key: string, clean: Clean): string {
  const names = key === "" ? [] : [key, key.replace(/^.*[^A-Za-z0-9]/, "")];
  return names.reduce((left, name) => {
    const cleaned = clean(`${name}: ${left}`);
    return cleaned.startsWith(`${name}: `) ? cleaned.slice(name.length + 2) : cleaned;
  }, clean(text));
}
