import { isSound } from "./canary.ts";
import { coverageOf, describeCoverage } from "./hook-coverage.ts";
import type { Presence } from "./presence.ts";

/** Where the engine of a copy is at work, with the reason where that is not the host's own process. */
export function describeEngine({ engine, because }: Pick<Presence, "engine" | "because">): string {
  return because ? `${engine} (${because})` : engine;
}

/** A loaded copy's own account, for a person. */
export function describePresence(presence: Presence): string {
  const { canary } = presence;
  const lines = coverageOf(presence).map((hook) => `  ${describeCoverage(hook)}`);
  const probes =
    canary?.probes.map(({ probe, denied, us }) => `  ${probe}: ${denied ? "denied" : "LET PASS"} in ${us} µs`) ?? [];
  return [
    `loopwright ${presence.version} in ${presence.host} on ${presence.runtime}`,
    `Loaded as ${presence.road} from ${presence.entry}; engine ${describeEngine(presence)}; process ${presence.pid}`,
    `Project ${presence.root}`,
    "Hooks:",
    ...lines,
    isSound(canary) ? "Guards: awake" : "Guards: NOT PROVED",
    ...probes,
    ...presence.receipts.map(({ point, level, fallback }) => `${point}: ${level}; ${fallback}`),
    ...presence.conflicts.map((name) => `Your own ${name} stands; ours is not registered.`),
  ].join("\n");
}
