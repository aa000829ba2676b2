import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../json.ts";
import { logFile, readArchive } from "./archive.ts";
import { LEGACY_LOG } from "./legacy-mirror.ts";
import { parseLine, parseObject } from "./parse-line.ts";
import { isStrictEntry } from "./strict-line.ts";

/**
 * Every object in the log of a run, in the order in which it was appended: archives, then the live file; the legacy
 * mirror where there is no log. Each has `ts`, `event`, `ok` and `ms` where the line lets them be known.
 */
export function readLenient(folder: string): readonly JsonObject[] {
  return linesOf(folder).flatMap((line) => {
    const entry = parseObject(line);
    return entry === null ? [] : [normalised(entry)];
  });
}

/**
 * The lines that fit the schema of the event log, or are named in `besides`, and belong to this run, in the order in
 * which they were appended.
 */
export function readStrict(folder: string, run: string, besides?: ReadonlySet<string>): readonly JsonObject[] {
  return linesOf(folder).flatMap((line) => {
    const entry = parseLine(line);
    if (entry === null || entry.run_id !== run) return [];
    return isStrictEntry(entry) || besides?.has(entry.event) ? [entry] : [];
  });
}

function linesOf(folder: string): readonly string[] {
  const live = logFile(folder);
  const archived = readArchive(folder);
  const isThere = existsSync(live) || archived.length > 0;
  const texts = isThere ? [...archived, read(live)] : [read(join(folder, LEGACY_LOG))];
  return texts.flatMap((text) => text.split("\n"));
}

function read(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function normalised(entry: JsonObject): JsonObject {
  const { status } = entry;
  return {
    ...(entry.at !== undefined && { ts: entry.at }),
    ...(entry.event_name !== undefined && { event: entry.event_name }),
    ...(entry.event === "hook_event" && entry.hook_name !== undefined && { tool: entry.hook_name }),
    ...(typeof status === "string" && status !== "n/a" && { ok: status === "ok" }),
    ...durationOf(entry),
    ...entry,
  };
}

function durationOf(entry: JsonObject): JsonObject {
  const ms = entry.latency_ms ?? entry.duration_ms;
  return ms === undefined ? {} : { ms };
}
