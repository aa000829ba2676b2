import { isJsonObject, type JsonObject } from "../json.ts";

/** A line of a log that any reader can use: a JSON object with the name of its event. */
export type AnyEntry = JsonObject & { readonly event: string };

/** Reads one line; null for what is no JSON object with an event. */
export function parseLine(line: string): AnyEntry | null {
  const value = parseObject(line);
  if (value === null) return null;
  const event = value.event ?? value.event_name;
  if (typeof event !== "string") return null;
  return value.event === event ? (value as AnyEntry) : { ...value, event };
}

/**
 * The JSON object in a line. A reader never fails on a line that was torn, and takes the whole one that another
 * process wrote right behind it.
 */
export function parseObject(line: string): JsonObject | null {
  return jsonObject(line) ?? jsonObject(behindTear(line));
}

/** Inside of a text the same signs would be escaped. */
const LINE_START = '{"ts":"';

function behindTear(line: string): string {
  const start = line.lastIndexOf(LINE_START);
  return start > 0 ? line.slice(start) : "";
}

function jsonObject(text: string): JsonObject | null {
  if (text.trim() === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    // A line torn by a kill or a full disk is not a line.
    return null;
  }
}
