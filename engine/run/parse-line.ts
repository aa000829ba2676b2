import { isJsonObject, type JsonObject } from "../json.ts";

/** A line of a log that any reader can use: a JSON object with the name of its event. */
export type AnyEntry = JsonObject & { readonly event: string };

/** Reads one line; null for what is no JSON object. A reader never fails on a torn line. */
export function parseLine(line: string): AnyEntry | null {
  const value = parseObject(line);
  if (value === null) return null;
  const event = value.event ?? value.event_name;
  if (typeof event !== "string") return null;
  return value.event === event ? (value as AnyEntry) : { ...value, event };
}

export function parseObject(line: string): JsonObject | null {
  if (line.trim() === "") return null;
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch {
    // A line torn by a kill is not a line.
    return null;
  }
}
