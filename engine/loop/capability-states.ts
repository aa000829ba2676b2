import { type CapabilityState, capabilityState } from "../capability/activation.ts";
import type { When } from "../capability/manifest.ts";
import type { ProjectContext } from "./context.ts";
import { POINTS, type Point } from "./points.ts";
import { resolvePoint } from "./resolve.ts";
import { type HostChoice, resolveFacts } from "./resolve-at.ts";

export interface HookState {
  readonly point: Point;
  readonly kind: "step" | "contribution" | "gate";
  readonly when?: When;
  /** Its own condition holds. */
  readonly configured: boolean;
  readonly active: boolean;
}

export interface DescribedCapability extends CapabilityState {
  readonly id: string;
  readonly tier: string;
  readonly skills: readonly string[];
  readonly hooks: readonly HookState[];
}

/** Activation as the resolver sees it, for each capability and hook. */
export function describeState(context: ProjectContext, choice: HostChoice) {
  const facts = resolveFacts(context, null, choice);
  const { registry, settings, disabled, profile } = facts;
  const active = new Map(POINTS.map((point) => [point, resolvePoint(point, facts).hooks]));
  const isDisabled = (id: string) => disabled.includes(id);
  const capabilities = Object.values(registry.capabilities).map((manifest): DescribedCapability => {
    const { id, tier, skills, steps, contributions, gates } = manifest;
    const state = capabilityState(manifest, { registry, profile, isOn: settings.isOn, isDisabled });
    const described = (kind: HookState["kind"], hooks: readonly { point: Point; when?: When }[]) =>
      hooks.map(({ point, when }): HookState => {
        const isThere = (active.get(point) ?? []).some(
          (hook) => hook.capId === id && hook.kind === kind && JSON.stringify(hook.when) === JSON.stringify(when),
        );
        const configured = typeof when === "string" ? settings.isOn(when) : isThere || when === undefined;
        return { point, kind, ...(when !== undefined && { when }), configured, active: isThere };
      });
    const hooks = [
      ...described("step", steps),
      ...described("contribution", contributions),
      ...described("gate", gates),
    ];
    return { id, tier, skills, ...state, hooks };
  });
  const warnings = settings.degraded === null ? [] : [`The settings are not as asked for: ${settings.degraded}.`];
  return { capabilities, ...(warnings.length > 0 && { warnings }) };
}

export interface ActivationState extends CapabilityState {
  readonly id: string;
  /** Why it is not active; empty when it is. */
  readonly because: string;
}

/** Whether one capability of the registry takes part now, and if not, why. */
export function activationOf(context: ProjectContext, id: string, choice: HostChoice = {}): ActivationState {
  const { registry, settings, disabled, profile } = resolveFacts(context, null, choice);
  const manifest = registry.capabilities[id];
  const absent = { installed: false, surfaced: false, enabled: false, active: false };
  if (manifest === undefined) return { id, ...absent, because: "it is not there" };
  const isDisabled = (one: string) => disabled.includes(one);
  const state = capabilityState(manifest, { registry, profile, isOn: settings.isOn, isDisabled });
  return { id, ...state, because: reasonOf(state, isDisabled(id), manifest.activationKey) };
}

function reasonOf(state: CapabilityState, isDisabled: boolean, key: string | undefined): string {
  if (state.active) return "";
  if (isDisabled) return "it is switched off for this project";
  if (!state.installed) return "the host's profile does not have its skills";
  if (!state.surfaced) return "the host does not show its skills";
  return `${key} is off`;
}
