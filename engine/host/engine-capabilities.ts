import { isRecord, ownValue } from "./own-record.ts";
import { AXES, AXIS_NAMES, type AxisName, type DispatchRecord, PROTOCOL_VERSION } from "./vocabulary.ts";

/** The engine's ceiling for sub-agents. Isolation and concurrency have none. */
export type DispatchCapability = Omit<DispatchRecord, "isolation" | "maxConcurrency">;

/** What an engine understands (`known`) and what it can operate (`drives`), axis by axis. */
export interface EngineCapabilities {
  readonly protocolVersion: number;
  readonly known: Readonly<Record<AxisName, readonly string[]>>;
  readonly drives: Readonly<Record<AxisName, readonly string[]>>;
  readonly dispatch: DispatchCapability;
}

function byAxis<T>(listOf: (axis: AxisName) => T): Record<AxisName, T> {
  return Object.fromEntries(AXIS_NAMES.map((axis) => [axis, listOf(axis)])) as Record<AxisName, T>;
}

/** This engine: it knows and drives the whole vocabulary. */
export function defaultEngine(): EngineCapabilities {
  const everyMember = byAxis((axis) => Object.keys(AXES[axis].members));
  return {
    protocolVersion: PROTOCOL_VERSION,
    known: everyMember,
    drives: everyMember,
    dispatch: {
      namedDispatch: true,
      nested: true,
      maxDepth: -1,
      background: true,
      subagentToolkit: "full",
      backgroundDispatch: true,
    },
  };
}

const LONGEST_LIST = 256;

function stringsOf(list: unknown): readonly string[] | null {
  try {
    if (!Array.isArray(list)) return null;
    const length = Math.min(list.length, LONGEST_LIST);
    const items = Array.from({ length }, (_, index) => Object.getOwnPropertyDescriptor(list, index)?.value as unknown);
    return items.filter((item) => typeof item === "string");
  } catch {
    return null;
  }
}

function vocabularyOf(source: unknown): EngineCapabilities["known"] | null {
  const lists = byAxis((axis) => stringsOf(ownValue(source, axis)));
  const complete = (read: typeof lists): read is Record<AxisName, readonly string[]> =>
    AXIS_NAMES.every((axis) => read[axis] !== null);
  return complete(lists) ? lists : null;
}

/** A whole number from -1 up, where -1 is unbounded. */
export function isDepth(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= -1;
}

/** A whole number from 1 up. */
export function isPositiveInteger(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}

function ceilingOf(source: object): DispatchCapability {
  const depth = ownValue(source, "maxDepth");
  return {
    namedDispatch: ownValue(source, "namedDispatch") === true,
    nested: ownValue(source, "nested") === true,
    maxDepth: isDepth(depth) ? depth + 0 : 0,
    background: ownValue(source, "background") === true,
    subagentToolkit: ownValue(source, "subagentToolkit") === "full" ? "full" : "read-only",
    backgroundDispatch: ownValue(source, "backgroundDispatch") === true,
  };
}

/** The capabilities copied out of an untrusted value, or null when they do not describe an engine. Never throws. */
export function readEngine(engine: unknown): EngineCapabilities | null {
  const protocolVersion = ownValue(engine, "protocolVersion");
  const known = vocabularyOf(ownValue(engine, "known"));
  const drives = vocabularyOf(ownValue(engine, "drives"));
  const dispatch = ownValue(engine, "dispatch");
  if (!isPositiveInteger(protocolVersion) || known === null || drives === null || !isRecord(dispatch)) return null;
  return { protocolVersion, known, drives, dispatch: ceilingOf(dispatch) };
}
