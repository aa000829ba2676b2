import type { JsonObject } from "../../engine/index.ts";
import type { CanaryResult } from "./presence.ts";

export interface Probe {
  readonly probe: string;
  readonly tool: string;
  readonly args: JsonObject;
}

/**
 * Sends calls that the guard has to refuse through the host's own bound hook. `isDenied` makes the call the way the
 * host makes it and tells whether it was stopped.
 */
export async function flyCanary(
  probes: readonly Probe[],
  isDenied: (probe: Probe) => Promise<boolean>,
  now: number,
): Promise<CanaryResult> {
  const results: { probe: string; denied: boolean; us: number }[] = [];
  for (const probe of probes) {
    const started = performance.now();
    const denied = await isDenied(probe);
    results.push({ probe: probe.probe, denied, us: Math.round((performance.now() - started) * 1000) });
  }
  return { at: now, probes: results };
}

export function isSound(result: CanaryResult | null): boolean {
  return result?.probes.every(({ denied }) => denied) ?? false;
}
