import { join } from "node:path";
import { randomHex } from "../file/digest.ts";
import { withLock } from "../file/lock.ts";
import { diskOperations } from "../file/operations.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { compareBytes } from "./bytes.ts";
import { readJsonFile } from "./json-file.ts";

/** One installed capability, as the ledger of its scope lists it. Fields that we do not know are kept. */
export interface LedgerEntry extends JsonObject {
  readonly id: string;
  readonly version: string;
  readonly source: string;
  readonly integrity: string;
  readonly files: readonly string[];
  readonly sharedEdits: readonly JsonObject[];
}

export type Ledger =
  | { readonly kind: "ok"; readonly entries: Readonly<Record<string, LedgerEntry>> }
  /** Present and unusable: nothing is installed or removed before a person has looked at it. */
  | { readonly kind: "corrupt"; readonly reason: string };

const NAME = ".gsd-capabilities.json";
const MAX_ENTRIES = 4096;
const MAX_FILES = 10_000;
const MAX_EDITS = 256;

export function ledgerPath(base: string): string {
  return join(base, NAME);
}

/** Reads the ledger of a scope. A ledger that is not there has no entries. */
export function readLedger(base: string): Ledger {
  const file = readJsonFile(ledgerPath(base));
  if (!file.ok) return file.code === "absent" ? { kind: "ok", entries: {} } : { kind: "corrupt", reason: file.code };
  const { entries } = file.value;
  if (!isJsonObject(entries) || Object.keys(entries).length > MAX_ENTRIES) {
    return { kind: "corrupt", reason: "its entries cannot be read" };
  }
  const bad = Object.keys(entries).find((id) => !isEntry(entries[id], id));
  if (bad !== undefined) return { kind: "corrupt", reason: `its entry ${bad} cannot be read` };
  return { kind: "ok", entries: entries as Readonly<Record<string, LedgerEntry>> };
}

/** An installation of this capability was begun and did not finish. */
export function isPending(ledger: Ledger, id: string): boolean {
  const entry = entryOf(ledger, id);
  return entry !== undefined && Boolean(entry._pending);
}

export function isCommitted(ledger: Ledger, id: string): boolean {
  const entry = entryOf(ledger, id);
  return entry !== undefined && !Object.hasOwn(entry, "_pending");
}

export function entryOf(ledger: Ledger, id: string): LedgerEntry | undefined {
  return ledger.kind === "ok" && Object.hasOwn(ledger.entries, id) ? ledger.entries[id] : undefined;
}

function isEntry(value: Json | undefined, id: string): boolean {
  if (!isJsonObject(value) || value.id !== id) return false;
  const { version, source, integrity, files, sharedEdits } = value;
  const isText = [version, source, integrity].every((field) => typeof field === "string");
  const fits = Array.isArray(files) && files.length <= MAX_FILES && files.every((file) => typeof file === "string");
  return isText && fits && Array.isArray(sharedEdits) && sharedEdits.length <= MAX_EDITS;
}

/** Changes one entry; null takes it away. The caller holds the ledger's lock. */
export function writeLedgerEntry(base: string, id: string, entry: LedgerEntry | null, now: number): void {
  const file = readJsonFile(ledgerPath(base));
  const before = file.ok ? file.value : {};
  const entries = { ...(isJsonObject(before.entries) ? before.entries : {}) };
  if (entry === null) delete entries[id];
  else entries[id] = entry;
  const sorted = Object.fromEntries(Object.entries(entries).sort(([a], [b]) => compareBytes(a, b)));
  const content = { ...before, version: "1", updatedAt: new Date(now).toISOString(), entries: sorted };
  replaceLedger(base, `${JSON.stringify(content, null, 2)}\n`);
}

/** The ledger of the user lies in the home itself, where nothing else of ours may be written. */
function replaceLedger(base: string, text: string): void {
  const temporary = `${ledgerPath(base)}.${randomHex(6)}.tmp`;
  try {
    diskOperations.create(temporary, text, 0o600);
    diskOperations.rename(temporary, ledgerPath(base));
  } finally {
    diskOperations.remove(temporary);
  }
  diskOperations.syncFolder(base);
}

export function withLedgerLock<T>(base: string, now: () => number, work: () => T | Promise<T>): Promise<T> {
  return withLock(`${ledgerPath(base)}.lock`, work, { now });
}
