import { claimsOf, conflictsOf } from "./claims.ts";
import type { CapabilityManifest, ManifestIssue } from "./manifest.ts";
import { unmetNeeds } from "./needs.ts";
import { composeRegistry } from "./registry.ts";

export interface Acceptance {
  readonly accepted: readonly CapabilityManifest[];
  readonly refused: ReadonlyMap<CapabilityManifest, readonly ManifestIssue[]>;
}

/**
 * Chooses the capabilities that fit together with what is shipped. A set is judged as a whole, so the order of names
 * decides only who keeps a thing that two of them claim: the earlier one. Whoever was refused for the sake of one that
 * had to go later is asked again.
 */
export function acceptTogether(
  shipped: readonly CapabilityManifest[],
  candidates: readonly CapabilityManifest[],
): Acceptance {
  const refused = new Map<CapabilityManifest, readonly ManifestIssue[]>();
  const members = reduce(shipped, candidates, refused);
  for (let changed = true; changed; ) {
    changed = false;
    for (const candidate of candidates.filter((manifest) => !members.has(manifest))) {
      const trial = [...candidates].filter((manifest) => members.has(manifest) || manifest === candidate);
      const problems = new Map<CapabilityManifest, readonly ManifestIssue[]>();
      if (reduce(shipped, trial, problems).size < trial.length) continue;
      members.add(candidate);
      refused.delete(candidate);
      changed = true;
    }
  }
  return { accepted: candidates.filter((manifest) => members.has(manifest)), refused };
}

type Refusals = Map<CapabilityManifest, readonly ManifestIssue[]>;

/** Takes out one offender at a time until the rest is sound. */
function reduce(
  shipped: readonly CapabilityManifest[],
  candidates: readonly CapabilityManifest[],
  refused: Refusals,
): Set<CapabilityManifest> {
  const members = new Set(candidates);
  for (;;) {
    const offence =
      firstUnmet(shipped, members) ?? firstConflict(shipped, members) ?? firstInCycle(shipped, [...members]);
    if (offence === null) return members;
    members.delete(offence.manifest);
    refused.set(offence.manifest, offence.issues);
  }
}

interface Offence {
  readonly manifest: CapabilityManifest;
  readonly issues: readonly ManifestIssue[];
}

function firstUnmet(shipped: readonly CapabilityManifest[], members: ReadonlySet<CapabilityManifest>): Offence | null {
  const byId = new Map([...members].reverse().map((manifest) => [manifest.id, manifest]));
  for (const manifest of shipped) byId.set(manifest.id, manifest);
  for (const manifest of members) {
    const issues = unmetNeeds(manifest, byId);
    if (issues.length > 0) return { manifest, issues };
  }
  return null;
}

function firstConflict(
  shipped: readonly CapabilityManifest[],
  members: ReadonlySet<CapabilityManifest>,
): Offence | null {
  const held = new Map(shipped.flatMap((manifest) => claimsOf(manifest).map(({ key }) => [key, manifest.id] as const)));
  for (const manifest of members) {
    const issues = conflictsOf(manifest, held);
    if (issues.length > 0) return { manifest, issues };
    for (const { key } of claimsOf(manifest)) held.set(key, manifest.id);
  }
  return null;
}

/** Who closes a circle of artifacts: the last one without whom there is none. */
function firstInCycle(shipped: readonly CapabilityManifest[], members: readonly CapabilityManifest[]): Offence | null {
  const { cycle } = composeRegistry([...shipped, ...members]);
  if (cycle.length === 0) return null;
  const inCycle = members.filter(({ id }) => cycle.includes(id)).reverse();
  const without = (manifest: CapabilityManifest) =>
    composeRegistry([...shipped, ...members.filter((other) => other !== manifest)]).cycle.length === 0;
  const manifest = inCycle.find(without) ?? inCycle[0];
  if (manifest === undefined) return null;
  const message = `its hooks wait for each other in a circle with ${cycle.filter((id) => id !== manifest.id).join(", ")}`;
  return { manifest, issues: [{ code: "E_ARTIFACT_CYCLE", path: "", message }] };
}
