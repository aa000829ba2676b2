import { join } from "node:path";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { readJsonFile } from "./json-file.ts";
import { updatePersonFile } from "./person-file.ts";
import type { WatchedPaths } from "./watched-paths.ts";

/** That a person lets one gate of one project stand open, or accepts that one capability did not load. */
export interface Waiver {
  readonly kind: "gate" | "capability";
  /** Real path of the project. */
  readonly project: string;
  /** `<point> <ticket>` of a gate, or the id of a capability. */
  readonly subject: string;
  /** What was looked at: a digest of the gate's check, or the content hash of the capability's folder. */
  readonly bound: string;
  readonly reason: string;
  /** ISO time. */
  readonly at: string;
}

const NAME = "waivers.json";

export function readWaivers(home: string, watched?: WatchedPaths): readonly Waiver[] {
  const path = join(home, ".gsd", NAME);
  watched?.note(path);
  const file = readJsonFile(path);
  return file.ok ? listIn(file.value) : [];
}

export function addWaiver(home: string, waiver: Waiver, now: () => number): Promise<void> {
  return updatePersonFile(home, NAME, now, (before) => {
    const others = listIn(before).filter((known) => !isSame(known, waiver));
    return { ...before, version: "1", waivers: [...others, waiver] as unknown as Json };
  });
}

/** Takes waivers back and returns them. */
export async function removeWaivers(
  home: string,
  project: string,
  subject: string,
  now: () => number,
): Promise<readonly Waiver[]> {
  const gone = readWaivers(home).filter((waiver) => isSame(waiver, { project, subject }));
  if (gone.length === 0) return [];
  await updatePersonFile(home, NAME, now, (before) => {
    const kept = listIn(before).filter((waiver) => !isSame(waiver, { project, subject }));
    return { ...before, version: "1", waivers: kept as unknown as Json };
  });
  return gone;
}

function isSame(a: Pick<Waiver, "project" | "subject">, b: Pick<Waiver, "project" | "subject">): boolean {
  return a.project === b.project && a.subject === b.subject;
}

function listIn(value: JsonObject): readonly Waiver[] {
  const list = Array.isArray(value.waivers) ? value.waivers : [];
  return list.filter(isWaiver);
}

function isWaiver(value: unknown): value is Waiver {
  if (!isJsonObject(value)) return false;
  const { kind, project, subject, bound, reason, at } = value;
  const isText = [project, subject, bound, reason, at].every((field) => typeof field === "string");
  return isText && (kind === "gate" || kind === "capability");
}
