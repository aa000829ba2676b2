import { heartbeatTimeout, type SignsOfLife } from "./heartbeat.ts";

/** A lane whose worker has not handed in. Times in milliseconds since the epoch. */
export interface OpenLane extends SignsOfLife {
  readonly lane: string;
  readonly tier: string | null;
  readonly dispatchedAt: number;
}

export interface Silence {
  readonly lane: string;
  /** The sign of life that was the last one. */
  readonly since: number;
}

export interface Watch {
  readonly silent: readonly Silence[];
  /** Milliseconds until the next lane may be silent; null when no lane is open. */
  readonly next: number | null;
}

/**
 * Who has been silent for longer than their tier allows, and when to look again. A heartbeat that lies ahead or cannot
 * be read counts as now; a worker that gave none is timed from its dispatch.
 */
export function watchLanes(lanes: readonly OpenLane[], now: number, configured: unknown): Watch {
  const seen = lanes.map((lane) => {
    const since = lastSign(lane, now);
    return { lane: lane.lane, since, left: since + heartbeatTimeout(lane.tier, configured) - now, tier: lane.tier };
  });
  const waits = seen.map(({ left, tier }) => (left > 0 ? left : heartbeatTimeout(tier, configured)));
  return {
    silent: seen.filter(({ left }) => left <= 0).map(({ lane, since }) => ({ lane, since })),
    next: waits.length === 0 ? null : Math.min(...waits),
  };
}

function lastSign({ stamp, logAgeMs, dispatchedAt }: OpenLane, now: number): number {
  const beat = stamp === null || stamp === "" ? Number.NEGATIVE_INFINITY : Date.parse(stamp);
  if (Number.isNaN(beat) || beat > now) return now;
  const sign = beat === Number.NEGATIVE_INFINITY && logAgeMs !== null ? now - logAgeMs : beat;
  return Math.max(sign, dispatchedAt);
}
