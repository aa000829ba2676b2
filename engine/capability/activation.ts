import type { HostProfile } from "./host-profile.ts";
import type { CapabilityManifest, Tier } from "./manifest.ts";
import type { Registry } from "./registry.ts";

export interface CapabilityState {
  /** The profile of the host has all of its skills. */
  readonly installed: boolean;
  /** The host shows all of its skills. */
  readonly surfaced: boolean;
  readonly enabled: boolean;
  /** Enabled, and switched on by its own activation key. */
  readonly active: boolean;
}

export interface ActivationFacts {
  readonly registry: Registry;
  readonly profile: HostProfile;
  isOn(key: string): boolean;
  /** A person switched the capability off for this project. */
  isDisabled(id: string): boolean;
}

/** Whether one capability takes part at all; its hooks have their own conditions beside. */
export function capabilityState(manifest: CapabilityManifest, facts: ActivationFacts): CapabilityState {
  const { registry, profile } = facts;
  const installed = manifest.skills.every((skill) => hasSkill(registry, manifest.id, skill, profile.profiles));
  const surfaced = isSurfaced(manifest, facts);
  const enabled = installed && surfaced && !facts.isDisabled(manifest.id);
  const active = enabled && (manifest.activationKey === undefined || facts.isOn(manifest.activationKey));
  return { installed, surfaced, enabled, active };
}

/** Skills that even the smallest profile of the reference installs, whatever the tier of their capability. */
const IN_EVERY_PROFILE: readonly string[] = ["code-review"];

function hasSkill(registry: Registry, id: string, skill: string, profiles: readonly Tier[]): boolean {
  if (IN_EVERY_PROFILE.includes(skill)) return true;
  const member = Object.hasOwn(registry.profileMembership, id) ? registry.profileMembership[id] : undefined;
  return profiles.includes("full") || (member?.profiles ?? []).some((tier) => profiles.includes(tier));
}

function isSurfaced(manifest: CapabilityManifest, { registry, profile }: ActivationFacts): boolean {
  const { surface } = profile;
  if (surface === null || manifest.skills.length === 0) return true;
  const added = withRequired(surface.adds, registry);
  return manifest.skills.every((skill) => {
    if (surface.removes.includes(skill)) return false;
    const hidden = surface.disabledClusters.includes(manifest.id);
    return added.has(skill) || (hasSkill(registry, manifest.id, skill, surface.base) && !hidden);
  });
}

/** The skills of every capability that an added skill's owner requires come with it. */
function withRequired(skills: readonly string[], registry: Registry): ReadonlySet<string> {
  const added = new Set(skills);
  const open = skills.flatMap((skill) =>
    Object.hasOwn(registry.bySkill, skill) ? (registry.bySkill[skill] ?? []) : [],
  );
  const seen = new Set<string>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    for (const required of registry.capabilities[id]?.requires ?? []) {
      for (const skill of registry.capabilities[required]?.skills ?? []) added.add(skill);
      open.push(required);
    }
  }
  return added;
}
