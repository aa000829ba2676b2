import { POINTS, type Point } from "../loop/points.ts";
import { compareBytes } from "./bytes.ts";
import {
  type CapabilityManifest,
  type CommandFamily,
  type ConfigSlice,
  type ContributionHook,
  type GateHook,
  type ManifestIssue,
  type StepHook,
  TIERS,
  type Tier,
} from "./manifest.ts";
import { orderHooks } from "./order-hooks.ts";

export type Owned<T> = T & { readonly capId: string };

export interface PointHooks {
  readonly steps: readonly Owned<StepHook>[];
  readonly contributions: readonly Owned<ContributionHook>[];
  readonly gates: readonly Owned<GateHook>[];
}

export type Scope = "global" | "project";

/** A capability that was found and is not part of the registry, and why. */
export interface Skip {
  /** The folder's name. */
  readonly id: string;
  readonly scope: Scope;
  readonly reason: string;
  /** `unconsented`: nobody on this machine agreed to it. `pending`: its installation did not finish. */
  readonly kind?: "unconsented" | "pending";
  readonly issues?: readonly ManifestIssue[];
}

/** A gate of a capability that did not load. */
export interface BlockedGate {
  readonly point: Point;
  readonly capId: string;
  readonly scope: Scope;
  readonly reason: string;
  /** Content hash of the capability's folder, or null when it has none. */
  readonly contentHash: string | null;
}

export interface InstalledOverlay {
  readonly id: string;
  readonly scope: Scope;
  readonly folder: string;
}

export interface OverlayReport {
  readonly installed: readonly InstalledOverlay[];
  readonly warnings: readonly Skip[];
  /** Notices about capabilities that were accepted. */
  readonly diagnostics: readonly (ManifestIssue & { readonly id: string })[];
  readonly incompatibleGateCapIds: readonly string[];
  readonly blockedGates: readonly BlockedGate[];
  /** Folders of accepted overlays whose command families may run. */
  readonly commandRoots: Readonly<Record<string, string>>;
  /** The same for overlays whose scripts may run. */
  readonly scriptRoots: Readonly<Record<string, string>>;
}

export interface Registry {
  readonly version: "1";
  readonly capabilities: Readonly<Record<string, CapabilityManifest>>;
  readonly bySkill: Readonly<Record<string, string>>;
  readonly byAgent: Readonly<Record<string, string>>;
  readonly byLoopPoint: Readonly<Record<Point, PointHooks>>;
  readonly configKeys: Readonly<Record<string, string>>;
  readonly configSchema: Readonly<Record<string, ConfigSlice & { readonly owner: string }>>;
  readonly runtimes: Readonly<Record<string, CapabilityManifest>>;
  readonly commandFamilies: Readonly<Record<string, Owned<CommandFamily>>>;
  /** Skills by owner; capabilities without skills are not listed. */
  readonly capabilityClusters: Readonly<Record<string, readonly string[]>>;
  readonly profileMembership: Readonly<Record<string, { readonly tier: Tier; readonly profiles: readonly Tier[] }>>;
  readonly _overlay?: OverlayReport;
}

export interface Composition {
  readonly registry: Registry;
  /** Ids of capabilities whose hooks wait for each other in a circle. */
  readonly cycle: readonly string[];
}

/** Composes the registry from manifests. Capabilities are taken by id, so their order of arrival decides nothing. */
export function composeRegistry(manifests: readonly CapabilityManifest[]): Composition {
  const sorted = [...manifests].sort((a, b) => compareBytes(a.id, b.id));
  const declared = {
    steps: hooksByPoint(sorted, (manifest) => manifest.steps),
    contributions: hooksByPoint(sorted, (manifest) => manifest.contributions),
    gates: hooksByPoint(sorted, (manifest) => manifest.gates),
  };
  const byLoopPoint = {} as Record<Point, PointHooks>;
  const cycle = new Set<string>();
  for (const point of POINTS) {
    const steps = orderHooks(declared.steps[point]);
    const contributions = orderHooks(declared.contributions[point]);
    for (const id of [...steps.cycle, ...contributions.cycle]) cycle.add(id);
    byLoopPoint[point] = { steps: steps.hooks, contributions: contributions.hooks, gates: declared.gates[point] };
  }
  const registry = { version: "1" as const, ...indexes(sorted), byLoopPoint };
  return { registry, cycle: [...cycle] };
}

function hooksByPoint<T extends { readonly point: Point }>(
  manifests: readonly CapabilityManifest[],
  hooksOf: (manifest: CapabilityManifest) => readonly T[],
): Record<Point, Owned<T>[]> {
  const byPoint = Object.fromEntries(POINTS.map((point) => [point, []])) as unknown as Record<Point, Owned<T>[]>;
  for (const manifest of manifests) {
    for (const hook of hooksOf(manifest)) byPoint[hook.point].push({ ...hook, capId: manifest.id });
  }
  return byPoint;
}

function indexes(manifests: readonly CapabilityManifest[]): Omit<Registry, "version" | "byLoopPoint"> {
  const each = <T>(entriesOf: (manifest: CapabilityManifest) => readonly (readonly [string, T])[]) =>
    Object.fromEntries(manifests.flatMap(entriesOf)) as Record<string, T>;
  return {
    capabilities: each((manifest) => [[manifest.id, manifest]]),
    bySkill: each(({ id, skills }) => skills.map((skill) => [skill, id])),
    byAgent: each(({ id, agents }) => agents.map((agent) => [agent, id])),
    configKeys: each(({ id, config }) => Object.keys(config).map((key) => [key, id])),
    configSchema: each(({ id, config }) =>
      Object.entries(config).map(([key, slice]) => [key, { ...slice, owner: id }]),
    ),
    runtimes: each((manifest) => (manifest.role === "runtime" ? [[manifest.id, manifest]] : [])),
    commandFamilies: each(({ id, commands }) => commands.map((command) => [command.family, { ...command, capId: id }])),
    capabilityClusters: each(({ id, skills }) => (skills.length > 0 ? [[id, [...skills].sort(compareBytes)]] : [])),
    profileMembership: each(({ id, tier }) => [[id, { tier, profiles: TIERS.slice(TIERS.indexOf(tier)) }]]),
  };
}
