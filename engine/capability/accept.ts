import { claimsOf, conflictsOf } from "./claims.ts";
import type { CapabilityManifest, ManifestIssue } from "./manifest.ts";
import { unmetNeeds } from "./needs.ts";
import { composeRegistry, type Registry } from "./registry.ts";

export interface Acceptance {
  /** What is shipped and those that were accepted. */
  readonly registry: Registry;
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
  let { members, registry } = reduce(shipped, candidates, refused);
  for (let changed = true; changed; ) {
    changed = false;
    for (const candidate of candidates.filter((manifest) => !members.has(manifest))) {
      const trial = [...candidates].filter((manifest) => members.has(manifest) || manifest === candidate);
      const problems = new Map<CapabilityManifest, readonly ManifestIssue[]>();
      const tried = reduce(shipped, trial, problems);
      if (tried.members.size < trial.length) continue;
      ({ members, registry } = tried);
      refused.delete(candidate);
      changed = true;
    }
  }
  return { registry, refused };
}

type Refusals = Map<CapabilityManifest, readonly ManifestIssue[]>;

interface Sound {
  readonly members: Set<CapabilityManifest>;
  readonly registry: Registry;
}

/** Takes out one offender at a time until the rest is sound. */
function reduce(
  shipped: readonly CapabilityManifest[],
  candidates: readonly CapabilityManifest[],
  refused: Refusals,
): Sound {
  const members = new Set(candidates);
  for (;;) {
    let offence = firstUnmet(shipped, members) ?? firstConflict(shipped, members);
    if (offence === null) {
      const { registry, cycle } = composeRegistry([...shipped, ...members]);
      offence = firstInCycle(shipped, [...members], cycle);
      if (offence === null) return { members, registry };
    }
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
    const claims = claimsOf(manifest);
    const issues = conflictsOf(claims, held);
    if (issues.length > 0) return { manifest, issues };
    for (const { key } of claims) held.set(key, manifest.id);
  }
  return null;
}

/** Who closes a circle of artifacts: the last one without whom there is none. */
function firstInCycle(
  shipped: readonly CapabilityManifest[],
  members: readonly CapabilityManifest[],
  cycle: readonly string[],
): Offence | null {
  if (cycle.length === 0) return null;
  const inCycle = members.filter(({ id }) => cycle.includes(id)).reverse();
  const without = (manifest: CapabilityManifest) =>
    composeRegistry([...shipped, ...members.filter((other) => other !== manifest)]).cycle.length === 0;
  const manifest = inCycle.find(without) ?? inCycle[0];
  if (manifest === undefined) return null;
  const message = `its hooks wait for each other in a circle with ${cycle.filter((id) => id !== manifest.id).join(", ")}`;
  return { manifest, issues: [{ code: "E_ARTIFACT_CYCLE", path: "", message }] };
}
