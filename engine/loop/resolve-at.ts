import { isKnownRuntime } from "../capability/central-names.ts";
import { configDirOf, type HostProfile } from "../capability/host-profile.ts";
import type { BlockedGate } from "../capability/registry.ts";
import type { ProjectContext } from "./context.ts";
import type { Point } from "./points.ts";
import { type Resolution, type ResolveFacts, resolvePoint } from "./resolve.ts";

/** What a caller may say about the host whose answer is wanted. */
export interface HostChoice {
  readonly runtime?: string | undefined;
  /** The host's configuration folder; found by the runtime when absent. */
  readonly configDir?: string | undefined;
}

const DEFAULT_RUNTIME = "claude";

/** The hooks of a point in this project, now. `phase` is the number of the phase that is worked at. */
export function resolveAt(
  context: ProjectContext,
  point: Point,
  phase: string | null,
  choice: HostChoice = {},
): Resolution {
  return resolvePoint(point, resolveFacts(context, phase, choice));
}

export function resolveFacts(context: ProjectContext, phase: string | null, choice: HostChoice = {}): ResolveFacts {
  const { registry, root } = context;
  const settings = context.settings();
  const runtime = runtimeOf(context, choice.runtime);
  return {
    registry,
    settings,
    profile: profileOf(context, choice),
    root,
    runtime,
    phase,
    isAcknowledged: (gate) => isAcknowledged(context, gate),
  };
}

/** The running host, when it is one that capabilities can name. */
function runtimeOf({ host, env, settings }: ProjectContext, chosen: string | undefined): string | null {
  const named = [chosen, host, env.GSD_RUNTIME, settings().get("runtime")];
  return named.find((id): id is string => typeof id === "string" && isKnownRuntime(id)) ?? null;
}

function profileOf(context: ProjectContext, { runtime, configDir }: HostChoice): HostProfile {
  const host = runtimeOf(context, runtime) ?? DEFAULT_RUNTIME;
  return context.hostProfile(configDir ?? configDirOf(host, context.home, context.env));
}

function isAcknowledged({ waivers, root }: ProjectContext, { capId, contentHash }: BlockedGate): boolean {
  return waivers().some(
    (waiver) =>
      waiver.kind === "capability" &&
      waiver.project === root &&
      waiver.subject === capId &&
      waiver.bound === contentHash,
  );
}
