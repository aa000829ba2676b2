import { diagnosticList, type NegotiationDiagnostic, type Report } from "./diagnostic.ts";
import { isRecord, type OwnRecord, ownRecord } from "./own-record.ts";
import { AXIS_NAMES, DISPATCH_FIELDS, FLAG_NAMES, UNDOCUMENTED } from "./vocabulary.ts";

/** What a host declared, copied once so that it cannot change under the reader. Values are unchecked. */
export interface HostSnapshot {
  readonly protocolVersion: unknown;
  /** Every axis by name; `dispatch` is a copied record, the sentinel, or undefined. */
  readonly axes: OwnRecord;
  /** A copied record, the sentinel, or undefined. */
  readonly flags: unknown;
  readonly diagnostics: readonly NegotiationDiagnostic[];
}

const HOST_KEYS = ["protocolVersion", ...AXIS_NAMES, "dispatch", "flags"] as const;

/** Known in a descriptor and not negotiated. */
const DISPATCH_KEYS = [...DISPATCH_FIELDS, "builtInSubagents"] as const;

function nestedRecord(value: unknown, keys: readonly string[], path: string, report: Report): unknown {
  if (isRecord(value)) return ownRecord(value, keys, path, report);
  return value === UNDOCUMENTED ? UNDOCUMENTED : undefined;
}

/** Reads a host's descriptor without running any of its code beyond what a proxy forces. Never throws. */
export function snapshotHost(host: unknown): HostSnapshot {
  const { report, diagnostics } = diagnosticList();
  if (!isRecord(host)) {
    report("host-not-object", "host");
    return { protocolVersion: undefined, axes: {}, flags: undefined, diagnostics };
  }
  const { protocolVersion, dispatch, flags, ...scalars } = ownRecord(host, HOST_KEYS, "host", report);
  const axes = { ...scalars, dispatch: nestedRecord(dispatch, DISPATCH_KEYS, "dispatch", report) };
  const declaredFlags = nestedRecord(flags, FLAG_NAMES, "flags", report);
  if (declaredFlags === undefined && flags !== undefined && flags !== null) report("value-not-object", "flags");
  return { protocolVersion, axes, flags: declaredFlags, diagnostics };
}
