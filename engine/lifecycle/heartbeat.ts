const TIMEOUTS: Readonly<Record<string, number>> = { cheap: 180_000, mid: 600_000, powerful: 1_200_000 };
const MID = 600_000;

/** How long a worker of this tier may be silent, in milliseconds. */
export function heartbeatTimeout(tier: string | null, configured: unknown): number {
  if (typeof configured === "number" && configured > 0) return configured;
  return (tier === null ? undefined : TIMEOUTS[tier]) ?? MID;
}

export interface SignsOfLife {
  /** The stamp in the heartbeat file; null without a usable file. */
  readonly stamp: string | null;
  /** Age of the legacy log in milliseconds; null without one. */
  readonly logAgeMs: number | null;
}

export interface Liveness {
  readonly source: "heartbeat" | "mtime" | "none";
  readonly fresh: boolean;
}

/** Whether a worker lives. A stamp that cannot be read, or lies ahead, counts as now. */
export function livenessOf({ stamp, logAgeMs }: SignsOfLife, now: number, timeoutMs: number): Liveness {
  if (stamp !== null && stamp !== "") {
    const age = now - Date.parse(stamp);
    return { source: "heartbeat", fresh: !(age > 0) || age < timeoutMs };
  }
  if (logAgeMs === null) return { source: "none", fresh: false };
  return { source: "mtime", fresh: logAgeMs < timeoutMs };
}
