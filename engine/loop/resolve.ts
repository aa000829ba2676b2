import type { ContributionHook, GateHook, StepHook } from "../capability/manifest.ts";
import type { Owned, Registry } from "../capability/registry.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Point } from "./points.ts";
import { setting } from "./settings.ts";

export type ActiveStep = { readonly kind: "step" } & Omit<Owned<StepHook>, "point" | "pointFrom">;
export type ActiveContribution = { readonly kind: "contribution" } & Omit<
  Owned<ContributionHook>,
  "point" | "configValues"
> & { readonly configValues?: Readonly<Record<string, Json>> };
export type ActiveGate = { readonly kind: "gate" } & Omit<Owned<GateHook>, "point">;
export type ActiveHook = ActiveStep | ActiveContribution | ActiveGate;

/** The hooks that take part in one occurrence of a point: steps, then contributions, then gates, each in its order. */
export function resolveHooks(point: Point, registry: Registry, config: JsonObject): readonly ActiveHook[] {
  const entry = registry.byLoopPoint[point];
  const on = (hook: { readonly capId: string; readonly when?: string; readonly pointFrom?: string }) =>
    isActive(hook, point, registry, config);
  return [
    ...entry.steps.filter(on).map(projectStep),
    ...entry.contributions.filter(on).map((hook) => projectContribution(hook, registry, config)),
    ...entry.gates.filter(on).map(projectGate),
  ];
}

function isActive(
  hook: { readonly capId: string; readonly when?: string; readonly pointFrom?: string },
  point: Point,
  registry: Registry,
  config: JsonObject,
): boolean {
  const truthy = (key: string) => Boolean(setting(config, registry, key));
  const activationKey = registry.capabilities[hook.capId]?.activationKey;
  if (activationKey !== undefined && !truthy(activationKey)) return false;
  if (hook.when !== undefined && (hook.when === "" || !truthy(hook.when))) return false;
  return hook.pointFrom === undefined || setting(config, registry, hook.pointFrom) === point;
}

function projectStep(hook: Owned<StepHook>): ActiveStep {
  const { point: _point, pointFrom: _pointFrom, produces, consumes, supportsReviewerLanes, ...rest } = hook;
  return {
    kind: "step",
    ...rest,
    produces,
    consumes,
    ...(supportsReviewerLanes === true && { supportsReviewerLanes }),
  };
}

function projectContribution(
  hook: Owned<ContributionHook>,
  registry: Registry,
  config: JsonObject,
): ActiveContribution {
  const { point: _point, configValues, ...rest } = hook;
  const values = Object.entries(configValues ?? {}).flatMap(([alias, key]) => {
    const value = setting(config, registry, key);
    return value === undefined ? [] : [[alias, value] as const];
  });
  return { kind: "contribution", ...rest, ...(values.length > 0 && { configValues: Object.fromEntries(values) }) };
}

function projectGate(hook: Owned<GateHook>): ActiveGate {
  const { point: _point, ...rest } = hook;
  return { kind: "gate", ...rest };
}
