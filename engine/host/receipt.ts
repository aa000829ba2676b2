import type { NegotiationDiagnostic } from "./diagnostic.ts";
import { axisOf } from "./ladder.ts";
import type { NegotiationResult } from "./negotiate.ts";
import { type DispatchRecord, INTERFACE_POINTS, type InterfacePoint, type Level } from "./vocabulary.ts";

/** Proof that an interface point works with less than its full form. JSON-safe. */
export interface DegradationReceipt {
  readonly point: InterfacePoint;
  /** The level by the host's own word; better than `level` when the engine or a diagnostic lowered it. */
  readonly declared: Level;
  /** The negotiated value of the axis that the point is read from. */
  readonly effective: string | DispatchRecord;
  readonly level: Exclude<Level, "full">;
  /** What the engine does instead. */
  readonly fallback: string;
  /** The diagnostics of that axis. */
  readonly diagnostics: readonly NegotiationDiagnostic[];
}

/** One receipt per interface point that is not full, in the order of the points. */
export function receiptsOf(result: NegotiationResult): readonly DegradationReceipt[] {
  return INTERFACE_POINTS.flatMap((point) => {
    const { hostLevel, effectiveLevel, fallback } = result.points[point];
    if (effectiveLevel === "full") return [];
    const axis = axisOf(point);
    const diagnostics = result.diagnostics.filter((one) => one.axis === axis || one.axis.startsWith(`${axis}.`));
    const effective = result.effective[axis];
    return [{ point, declared: hostLevel, effective, level: effectiveLevel, fallback, diagnostics }];
  });
}
