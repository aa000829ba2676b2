import { join } from "node:path";
import { isJsonObject, type JsonObject } from "../json.ts";
import { readJsonFile } from "./json-file.ts";
import { updatePersonFile } from "./person-file.ts";

/** That a person on this machine agreed to one capability in one project, in exactly this content. */
export interface ConsentRecord extends JsonObject {
  readonly projectRoot: string;
  readonly id: string;
  readonly scope: "project";
  readonly integrity: string;
  readonly disclosureSignature: string;
  readonly contentHash: string;
  readonly consentedAt: string;
}

const NAME = "consent.json";
const MAX_RECORDS = 4096;

export function consentPath(home: string): string {
  return join(home, ".gsd", NAME);
}

/** All usable records by key. A store that cannot be read holds none. */
export function readConsents(home: string): ReadonlyMap<string, ConsentRecord> {
  const file = readJsonFile(consentPath(home));
  const records = file.ok && isJsonObject(file.value.records) ? Object.values(file.value.records) : [];
  if (records.length > MAX_RECORDS) return new Map();
  return new Map(
    records.flatMap((record) => (isRecord(record) ? [[keyOf(record.projectRoot, record.id), record]] : [])),
  );
}

export function hasConsent(
  consents: ReadonlyMap<string, ConsentRecord>,
  projectRoot: string,
  id: string,
  contentHash: string,
): boolean {
  return consents.get(keyOf(projectRoot, id))?.contentHash === contentHash;
}

/** `projectRoot` is a real path. */
export function recordConsent(home: string, record: ConsentRecord, now: () => number): Promise<void> {
  return updatePersonFile(home, NAME, now, (before) => {
    const records = { ...(isJsonObject(before.records) ? before.records : {}) };
    records[keyOf(record.projectRoot, record.id)] = record;
    return { ...before, version: "1", records };
  });
}

/** Takes consent back. False when there was none. */
export async function revokeConsent(
  home: string,
  projectRoot: string,
  id: string,
  now: () => number,
): Promise<boolean> {
  if (!readConsents(home).has(keyOf(projectRoot, id))) return false;
  await updatePersonFile(home, NAME, now, (before) => {
    const records = Object.entries(isJsonObject(before.records) ? before.records : {});
    const kept = records.filter(
      ([, record]) => !(isRecord(record) && record.projectRoot === projectRoot && record.id === id),
    );
    return { ...before, version: "1", records: Object.fromEntries(kept) };
  });
  return true;
}

function keyOf(projectRoot: string, id: string): string {
  return JSON.stringify({ r: projectRoot, i: id });
}

function isRecord(value: unknown): value is ConsentRecord {
  return (
    isJsonObject(value) &&
    typeof value.projectRoot === "string" &&
    typeof value.id === "string" &&
    typeof value.contentHash === "string"
  );
}
