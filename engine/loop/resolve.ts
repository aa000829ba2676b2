import { capabilityState } from "../capability/activation.ts";
import type { HostProfile } from "../capability/host-profile.ts";
import type { ContributionHook, GateCheck, GateHook, StepHook, When } from "../capability/manifest.ts";
import type { BlockedGate, Owned, PointHooks, Registry } from "../capability/registry.ts";
import type { Json } from "../json.ts";
import type { Point } from "./points.ts";
import { runtimeObjection } from "./runtime-fit.ts";
import type { Settings } from "./settings.ts";
import { holds } from "./when.ts";

export type ActiveStep = { readonly kind: "step" } & Omit<Owned<StepHook>, "point" | "pointFrom">;
export type ActiveContribution = { readonly kind: "contribution" } & Omit<
  Owned<ContributionHook>,
  "point" | "pointFrom" | "configValues" | "priority"
> & { readonly configValues?: Readonly<Record<string, Json>> };
export type ActiveGate = { readonly kind: "gate" } & Omit<Owned<GateHook>, "point" | "pointFrom" | "check"> & {
    readonly check: GateCheck & { readonly synthetic?: "not-loaded"; readonly reason?: string };
    /** Stands for a gate that did not load: it is shut. */
    readonly synthetic?: true;
  };
export type ActiveHook = ActiveStep | ActiveContribution | ActiveGate;

/** Everything that decides who takes part. The same facts give the same answer. */
export interface ResolveFacts {
  readonly registry: Registry;
  readonly settings: Settings;
  /** Ids of the capabilities that a person switched off for the project. */
  readonly disabled: readonly string[];
  readonly profile: HostProfile;
  readonly root: string;
  /** Id of the running host, or null when it is not a host that capabilities can name. */
  readonly runtime: string | null;
  /** Number of the phase that is worked at, when it is known. */
  readonly phase: string | null;
  /** Tickets that were handed out at this occurrence: what the files said then holds until it is closed. */
  readonly handedOut?: ReadonlySet<string>;
  /** A person accepted that this capability did not load. */
  isAcknowledged(gate: BlockedGate): boolean;
}

/** A hook's owner that does not take part for a reason that a person should see. */
export interface SkippedOwner {
  readonly capId: string;
  readonly reason: string;
}

export interface Resolution {
  readonly point: Point;
  /** Steps, then contributions, then gates, each in its order; gates that did not load stand last and are shut. */
  readonly hooks: readonly ActiveHook[];
  /** The ticket of each hook, in the same order. A hook has the same one whoever else takes part. */
  readonly tickets: readonly string[];
  readonly notLoaded: readonly BlockedGate[];
  readonly skipped: readonly SkippedOwner[];
}

/** The hooks that take part in one occurrence of a point. */
export function resolvePoint(point: Point, facts: ResolveFacts): Resolution {
  const skipped = new Map<string, string>();
  const notLoaded = notLoadedAt(point, facts);
  const active = candidatesOf(facts.registry.byLoopPoint[point]).filter((candidate) => {
    return isActive(candidate, point, facts, skipped);
  });
  const synthetic = numbered(notLoaded, "gate").map(([ticket, gate]) => [ticket, syntheticGate(gate)] as const);
  return {
    point,
    hooks: [
      ...active.map(({ shown, configValues }) => withValues(shown, configValues, facts.settings)),
      ...synthetic.map(([, hook]) => hook),
    ],
    tickets: [...active.map(({ ticket }) => ticket), ...synthetic.map(([ticket]) => ticket)],
    notLoaded,
    skipped: [...skipped].map(([capId, reason]) => ({ capId, reason })),
  };
}

interface Candidate {
  readonly ticket: string;
  readonly hook: AnyHook;
  readonly shown: ActiveHook;
  readonly configValues?: ContributionHook["configValues"];
}

const candidates = new WeakMap<PointHooks, readonly Candidate[]>();

/** All that could take part at a point, in order; the same as long as the registry is. */
function candidatesOf(entry: PointHooks): readonly Candidate[] {
  const known = candidates.get(entry) ?? [
    ...numbered(entry.steps, "step").map(([ticket, hook]) => ({ ticket, hook, shown: projectStep(hook) })),
    ...numbered(entry.contributions, "contribution").map(([ticket, hook]) => {
      return { ticket, hook, shown: projectContribution(hook), configValues: hook.configValues };
    }),
    ...numbered(entry.gates, "gate").map(([ticket, hook]) => ({ ticket, hook, shown: projectGate(hook) })),
  ];
  candidates.set(entry, known);
  return known;
}

/** Each with its ticket: those of one capability are counted, whether they take part or not. */
function numbered<T extends { readonly capId: string }>(
  hooks: readonly T[],
  kind: ActiveHook["kind"],
): readonly (readonly [ticket: string, hook: T])[] {
  const counts = new Map<string, number>();
  return hooks.map((hook) => {
    const count = (counts.get(hook.capId) ?? 0) + 1;
    counts.set(hook.capId, count);
    return [`${hook.capId}:${kind}${count === 1 ? "" : `:${count}`}`, hook];
  });
}

type AnyHook = Owned<{ readonly point: Point; readonly when?: When; readonly pointFrom?: string }>;

function isActive(
  { hook, ticket, shown: { kind } }: Candidate,
  point: Point,
  facts: ResolveFacts,
  skipped: Map<string, string>,
): boolean {
  const { registry, settings, profile } = facts;
  const manifest = registry.capabilities[hook.capId];
  if (manifest === undefined) return false;
  const isHandedOut = facts.handedOut?.has(ticket) === true;
  const root = isHandedOut ? null : facts.root;
  // What cannot be told keeps a gate in place and leaves everything else out.
  const when =
    hook.when === undefined ||
    (holds(hook.when, { get: settings.get, root, phase: facts.phase }) ?? (kind === "gate" || isHandedOut));
  if (!when || (hook.pointFrom !== undefined && settings.get(hook.pointFrom) !== point)) return false;
  const isDisabled = (id: string) => facts.disabled.includes(id);
  const state = capabilityState(manifest, { registry, profile, isOn: settings.isOn, isDisabled });
  if (!state.active) {
    const isHidden = kind === "gate" && !(state.installed && state.surfaced);
    if (isHidden) skipped.set(hook.capId, "the host's profile leaves out its skills, and its gate with them");
    return false;
  }
  const objection = runtimeObjection(manifest.runtimeCompat, facts.runtime);
  if (objection === null) return true;
  skipped.set(hook.capId, objection);
  return false;
}

function notLoadedAt(point: Point, { registry, isAcknowledged }: ResolveFacts): readonly BlockedGate[] {
  const blocked = registry._overlay?.blockedGates ?? [];
  return blocked
    .filter((gate) => gate.point === point && !isAcknowledged(gate))
    .sort((a, b) => (a.capId < b.capId ? -1 : a.capId > b.capId ? 1 : 0));
}

function syntheticGate({ capId, reason }: BlockedGate): ActiveGate {
  return {
    kind: "gate",
    capId,
    synthetic: true,
    blocking: true,
    onError: "halt",
    check: { synthetic: "not-loaded", reason: cleaned(reason) },
  };
}

/** Text of a stranger, made fit for one line. */
export function cleaned(reason: string): string {
  const line = reason.replace(/[\p{Cc}\p{Cf}`]+/gu, " ").trim();
  return line.length > 300 ? `${line.slice(0, 297)}...` : line;
}

function projectStep(hook: Owned<StepHook>): ActiveStep {
  const { point: _point, pointFrom: _pointFrom, supportsReviewerLanes, ...rest } = hook;
  return { kind: "step", ...rest, ...(supportsReviewerLanes === true && { supportsReviewerLanes }) };
}

function projectContribution(hook: Owned<ContributionHook>): ActiveContribution {
  const { point: _point, pointFrom: _pointFrom, priority: _priority, configValues: _configValues, ...rest } = hook;
  return { kind: "contribution", ...rest };
}

function withValues(hook: ActiveHook, configValues: ContributionHook["configValues"], settings: Settings): ActiveHook {
  if (configValues === undefined || hook.kind !== "contribution") return hook;
  const values = Object.entries(configValues).flatMap(([alias, key]) => {
    const value = settings.get(key);
    return value === undefined ? [] : [[alias, value] as const];
  });
  return values.length === 0 ? hook : { ...hook, configValues: Object.fromEntries(values) };
}

function projectGate(hook: Owned<GateHook>): ActiveGate {
  const { point: _point, pointFrom: _pointFrom, ...rest } = hook;
  return { kind: "gate", ...rest };
}
