import { agree, agreeOnFloors } from "./agreement.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { diagnosticList, type NegotiationDiagnostic, warningOf } from "./diagnostic.ts";
import { defaultEngine, type EngineCapabilities, readEngine } from "./engine-capabilities.ts";
import { degradationFor } from "./ladder.ts";
import { type Profile, profileOf } from "./profile.ts";
import { type HostSnapshot, snapshotHost } from "./snapshot.ts";
import {
  type HostIntegrationAxes,
  INTERFACE_POINTS,
  type InterfacePoint,
  type Level,
  type RuntimeFlags,
} from "./vocabulary.ts";

/** Where one interface point stands: by the host's word, and after negotiation with what the engine then does. */
export interface PointLevels {
  readonly hostLevel: Level;
  readonly effectiveLevel: Level;
  readonly fallback: string;
}

/** What the engine may use of a host. Plain JSON data, deep-frozen. */
export interface NegotiationResult {
  readonly protocolVersion: number;
  readonly effective: HostIntegrationAxes;
  readonly flags: RuntimeFlags;
  /** Read from what the host declared, not from what was granted. */
  readonly profile: Profile | null;
  readonly points: Readonly<Record<InterfacePoint, PointLevels>>;
  /** One sentence per diagnostic, in the same order. */
  readonly warnings: readonly string[];
  readonly diagnostics: readonly NegotiationDiagnostic[];
}

function pointLevels(declared: HostSnapshot["axes"], effective: HostIntegrationAxes): NegotiationResult["points"] {
  const levels = INTERFACE_POINTS.map((point): [InterfacePoint, PointLevels] => {
    const { level, fallback } = degradationFor(point, effective);
    return [point, { hostLevel: degradationFor(point, declared).level, effectiveLevel: level, fallback }];
  });
  return Object.fromEntries(levels) as NegotiationResult["points"];
}

/** `negotiate` for a host that was already copied. */
export function negotiateSnapshot(host: HostSnapshot, engine: unknown): NegotiationResult {
  const { report, diagnostics } = diagnosticList();
  diagnostics.push(...host.diagnostics);
  const capabilities = readEngine(engine);
  const agreement = capabilities === null ? agreeOnFloors(host, report) : agree(host, capabilities, report);
  return deepFreeze({
    ...agreement,
    profile: profileOf(host.axes),
    points: pointLevels(host.axes, agreement.effective),
    warnings: diagnostics.map(warningOf),
    diagnostics,
  });
}

/**
 * What the engine may use of `host`: never more than declared, never more than the engine drives, and the floor
 * wherever the declaration is missing, undocumented or unusable. Pure, and throws for no input at all.
 */
export function negotiate(host: unknown, engine: EngineCapabilities = defaultEngine()): NegotiationResult {
  return negotiateSnapshot(snapshotHost(host), engine);
}
