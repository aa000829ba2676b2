import type { Fields } from "./case.ts";
import type { Trace } from "./trace.ts";

/** Answers with one sentence for each thing that does not hold. */
export type Checker = (wanted: unknown, trace: Trace) => readonly string[];

export function equal(what: string, found: unknown, wanted: unknown): readonly string[] {
  return Bun.deepEquals(found, wanted) ? [] : [`${what} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`];
}

export function atMost(what: string, found: number | null, limit: unknown): readonly string[] {
  if (found === null) return [`${what} never comes to an end`];
  return found <= Number(limit) ? [] : [`${what} is ${found}, more than ${limit}`];
}

export function contains(what: string, text: string, words: unknown): readonly string[] {
  return strings(words).flatMap((word) => (text.includes(word) ? [] : [`${what} does not say "${word}": ${text}`]));
}

export function lacks(what: string, text: string, words: unknown): readonly string[] {
  return strings(words).flatMap((word) => (text.includes(word) ? [`${what} says "${word}": ${text}`] : []));
}

export function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Checks each field of an expectation by the checker of its name. */
export function eachField(
  wanted: Fields,
  checkers: Readonly<Record<string, (value: unknown) => readonly string[]>>,
): readonly string[] {
  return Object.entries(wanted).flatMap(([key, value]) => checkers[key]?.(value) ?? [`nobody checks "${key}"`]);
}
