import type { Report } from "./diagnostic.ts";
import { type DispatchCapability, isDepth, isPositiveInteger } from "./engine-capabilities.ts";
import { type AxisTerms, negotiateAxis } from "./negotiate-axis.ts";
import { isRecord, ownValue } from "./own-record.ts";
import { DISPATCH_FLOOR, type DispatchRecord, ISOLATION, SUBAGENT_TOOLKIT, UNDOCUMENTED } from "./vocabulary.ts";

type BooleanField = "namedDispatch" | "nested" | "background" | "backgroundDispatch";

const NEEDS_DEPTH = ["nested", "background", "backgroundDispatch"] as const;

function isMissing(declared: unknown, field: string, report: Report): boolean {
  if (declared !== undefined && declared !== UNDOCUMENTED) return false;
  report(declared === undefined ? "axis-undeclared" : "axis-undocumented", `dispatch.${field}`);
  return true;
}

function negotiateBoolean(declared: unknown, ceiling: boolean, field: BooleanField, report: Report): boolean {
  if (isMissing(declared ?? undefined, field, report)) return false;
  if (typeof declared !== "boolean") report("value-not-boolean", `dispatch.${field}`);
  if (declared !== true) return false;
  if (!ceiling) report("capped-by-engine", `dispatch.${field}`);
  return ceiling;
}

/** -1 is unbounded on either side. Null is what JSON makes of a non-finite number, so it is invalid, not missing. */
function negotiateDepth(declared: unknown, ceiling: number, report: Report): number {
  if (isMissing(declared, "maxDepth", report)) return 0;
  if (!isDepth(declared)) {
    report("depth-invalid", "dispatch.maxDepth");
    return 0;
  }
  // Minus zero would not survive JSON.
  const depth = declared + 0;
  if (ceiling === -1 || (depth !== -1 && depth <= ceiling)) return depth;
  report("capped-by-engine", "dispatch.maxDepth", `${depth} to ${ceiling}`);
  return ceiling;
}

function negotiateConcurrency(declared: unknown, report: Report): number {
  if (isMissing(declared, "maxConcurrency", report)) return 1;
  if (isPositiveInteger(declared)) return declared;
  report("concurrency-invalid", "dispatch.maxConcurrency");
  return 1;
}

function negotiateToolkit(
  declared: unknown,
  ceiling: DispatchCapability["subagentToolkit"],
  hostVersion: number,
  report: Report,
): DispatchRecord["subagentToolkit"] {
  const known = Object.keys(SUBAGENT_TOOLKIT.members);
  const drives = known.filter((member) => ceiling === "full" || member !== "full");
  const { value } = negotiateAxis(SUBAGENT_TOOLKIT, declared, { known, drives, hostVersion }, report);
  if (value !== "built-in-only") return value;
  report("toolkit-mapped", SUBAGENT_TOOLKIT.name);
  return "read-only";
}

function withoutContradictions(record: DispatchRecord, report: Report): DispatchRecord {
  if (record.namedDispatch && record.maxDepth !== 0) return record;
  const lowered: string[] = NEEDS_DEPTH.filter((field) => record[field]);
  const maxDepth = record.namedDispatch ? record.maxDepth : 0;
  if (maxDepth !== record.maxDepth) lowered.push("maxDepth");
  if (lowered.length > 0) report("dispatch-inconsistent", "dispatch", lowered.join(", "));
  return { ...record, maxDepth, nested: false, background: false, backgroundDispatch: false };
}

/** The host's record under the engine's ceiling, field by field, then made consistent. */
export function negotiateDispatch(
  declared: unknown,
  ceiling: DispatchCapability,
  hostVersion: number,
  report: Report,
): DispatchRecord {
  if (!isRecord(declared)) {
    report(declared === UNDOCUMENTED ? "axis-undocumented" : "axis-undeclared", "dispatch");
    return { ...DISPATCH_FLOOR };
  }
  const field = (name: keyof DispatchRecord) => ownValue(declared, name);
  const granted = (name: BooleanField) => negotiateBoolean(field(name), ceiling[name], name, report);
  const isolations = Object.keys(ISOLATION.members);
  const anyIsolation: AxisTerms = { known: isolations, drives: isolations, hostVersion };
  const record: DispatchRecord = {
    namedDispatch: granted("namedDispatch"),
    nested: granted("nested"),
    maxDepth: negotiateDepth(field("maxDepth"), ceiling.maxDepth, report),
    background: granted("background"),
    subagentToolkit: negotiateToolkit(field("subagentToolkit"), ceiling.subagentToolkit, hostVersion, report),
    backgroundDispatch: granted("backgroundDispatch"),
    isolation: negotiateAxis(ISOLATION, field("isolation"), anyIsolation, report).value,
    maxConcurrency: negotiateConcurrency(field("maxConcurrency"), report),
  };
  return withoutContradictions(record, report);
}
