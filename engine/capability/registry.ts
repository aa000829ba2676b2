import { POINTS, type Point } from "../loop/points.ts";
import type { CapabilityManifest, ConfigSlice, ContributionHook, GateHook, StepHook } from "./manifest.ts";

export type Owned<T> = T & { readonly capId: string };

export interface PointHooks {
  readonly steps: readonly Owned<StepHook>[];
  readonly contributions: readonly Owned<ContributionHook>[];
  readonly gates: readonly Owned<GateHook>[];
}

export interface Registry {
  readonly version: "1";
  readonly capabilities: Readonly<Record<string, CapabilityManifest>>;
  readonly byLoopPoint: Readonly<Record<Point, PointHooks>>;
  readonly configSchema: Readonly<Record<string, ConfigSlice & { readonly owner: string }>>;
}

interface Ordered {
  readonly capId: string;
  readonly produces: readonly string[];
  readonly consumes: readonly string[];
}

/** Composes the registry from manifests. Capabilities are taken by id, so their order of arrival decides nothing. */
export function composeRegistry(manifests: readonly CapabilityManifest[]): Registry {
  const sorted = [...manifests].sort((a, b) => (a.id < b.id ? -1 : 1));
  const configSchema: Record<string, ConfigSlice & { owner: string }> = {};
  for (const manifest of sorted) {
    for (const [key, slice] of Object.entries(manifest.config)) configSchema[key] = { ...slice, owner: manifest.id };
  }
  const byLoopPoint = {} as Record<Point, PointHooks>;
  for (const point of POINTS) {
    byLoopPoint[point] = {
      steps: byArtifacts(hooksAt(sorted, point, (manifest) => manifest.steps)),
      contributions: byArtifacts(hooksAt(sorted, point, (manifest) => manifest.contributions)),
      gates: hooksAt(sorted, point, (manifest) => manifest.gates),
    };
  }
  return {
    version: "1",
    capabilities: Object.fromEntries(sorted.map((manifest) => [manifest.id, manifest])),
    byLoopPoint,
    configSchema,
  };
}

function hooksAt<T extends { readonly point: Point }>(
  manifests: readonly CapabilityManifest[],
  point: Point,
  hooksOf: (manifest: CapabilityManifest) => readonly T[],
): Owned<T>[] {
  return manifests.flatMap((manifest) =>
    hooksOf(manifest)
      .filter((hook) => hook.point === point)
      .map((hook) => ({ ...hook, capId: manifest.id })),
  );
}

/**
 * Producers before consumers: Kahn's algorithm with a first-in first-out queue. Nodes set free by one node are
 * appended in capability order; equal ids keep the order of declaration. Hooks left in a cycle keep their place at
 * the end.
 */
function byArtifacts<T extends Ordered>(hooks: readonly T[]): T[] {
  const waitsFor = hooks.map(
    (hook, index) =>
      new Set(
        hooks.flatMap((other, at) =>
          at !== index && other.produces.some((artifact) => hook.consumes.includes(artifact)) ? [at] : [],
        ),
      ),
  );
  const queue = waitsFor.flatMap((waits, index) => (waits.size === 0 ? [index] : []));
  const order: number[] = [];
  for (let head = queue.shift(); head !== undefined; head = queue.shift()) {
    const done = head;
    order.push(done);
    waitsFor.forEach((waits, index) => {
      if (waits.delete(done) && waits.size === 0) queue.push(index);
    });
  }
  const placed = new Set(order);
  const inCycle = hooks.filter((_, index) => !placed.has(index));
  return [...order.flatMap((index) => hooks[index] ?? []), ...inCycle];
}
