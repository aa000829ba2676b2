import type { LifecycleGuard, Rung } from "./guards.ts";

/** How a guard of the lifecycle does its work in a host (`guild.degradation_receipt.v1`). */
export interface LifecycleReceipt {
  readonly schema_version: "guild.degradation_receipt.v1";
  readonly surface: "hooks";
  readonly guard: string;
  readonly host: string;
  readonly rung: Rung;
  readonly degraded: boolean;
  readonly inferred: boolean;
  readonly reason: string;
}

/** The receipt of a guard that advises here, or refuses. */
export function lifecycleReceipt(guard: LifecycleGuard, host: string, isBlocking: boolean): LifecycleReceipt {
  const means = isBlocking ? guard.blocking : guard.hosts;
  const { rung, reason } = means?.[host] ?? { rung: "missing", reason: "no events of a host arrive here" };
  return {
    schema_version: "guild.degradation_receipt.v1",
    surface: "hooks",
    guard: guard.guard,
    host,
    rung,
    degraded: rung !== "native",
    inferred: false,
    reason,
  };
}
