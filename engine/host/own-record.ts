import { quote, type Report } from "./diagnostic.ts";

/** Values by key, with no prototype behind them. */
export type OwnRecord = Readonly<Record<string, unknown>>;

const MOST_UNKNOWN_KEYS_REPORTED = 16;

/** An object that is not an array. A revoked proxy counts: its keys turn out unreadable. */
export function isRecord(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  try {
    return !Array.isArray(value);
  } catch {
    return true;
  }
}

type Reading =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "missing" | "accessor" | "unreadable" };

function readOwn(source: object, key: string): Reading {
  try {
    const property = Object.getOwnPropertyDescriptor(source, key);
    if (property === undefined) return { kind: "missing" };
    return "value" in property ? { kind: "value", value: property.value } : { kind: "accessor" };
  } catch {
    return { kind: "unreadable" };
  }
}

/** The own data property `key` of anything; undefined when there is none. Runs no getter and never throws. */
export function ownValue(source: unknown, key: string): unknown {
  if (!isRecord(source)) return undefined;
  const reading = readOwn(source, key);
  return reading.kind === "value" ? reading.value : undefined;
}

function unknownKeys(source: object, known: readonly string[]): readonly string[] | null {
  try {
    return Reflect.ownKeys(source).filter((key): key is string => typeof key === "string" && !known.includes(key));
  } catch {
    return null;
  }
}

/**
 * Copies the named own data properties of `source`; what is inherited, computed or unreadable stays out.
 * `path` is where the object stands (`host`, `dispatch`), for the diagnostics.
 */
export function ownRecord(source: object, keys: readonly string[], path: string, report: Report): OwnRecord {
  const record: Record<string, unknown> = Object.create(null);
  const others = unknownKeys(source, keys);
  let unreadable = others === null;
  for (const key of keys) {
    const reading = readOwn(source, key);
    if (reading.kind === "value") record[key] = reading.value;
    if (reading.kind === "accessor") report("accessor-ignored", path === "host" ? key : `${path}.${key}`);
    if (reading.kind === "unreadable") unreadable = true;
  }
  if (unreadable) report("host-unreadable", path);
  for (const key of (others ?? []).slice(0, MOST_UNKNOWN_KEYS_REPORTED)) report("key-unknown", path, quote(key));
  return record;
}
