import { isKnownRuntime } from "../capability/central-names.ts";
import { configDirOf } from "../capability/host-profile.ts";
import type { BlockedGate } from "../capability/registry.ts";
import type { ProjectContext } from "./context.ts";
import type { Point } from "./points.ts";
import { type Resolution, type ResolveFacts, resolvePoint } from "./resolve.ts";
import type { Settings } from "./settings.ts";

/** What a caller may say about the host whose answer is wanted. */
export interface HostChoice {
  readonly runtime?: string | undefined;
  /** The host's configuration folder; found by the runtime when absent. */
  readonly configDir?: string | undefined;
}

const DEFAULT_RUNTIME = "claude";

/**
 * The hooks of a point in this project, now. `phase` is the number of the phase that is worked at, `handedOut` what the
 * point was entered with.
 */
export function resolveAt(
  context: ProjectContext,
  point: Point,
  phase: string | null,
  handedOut: ReadonlySet<string> = new Set(),
): Resolution {
  return resolvePoint(point, { ...resolveFacts(context, phase), handedOut });
}

/** What is known of the project, each thing looked up once. */
export function resolveFacts(context: ProjectContext, phase: string | null, choice: HostChoice = {}): ResolveFacts {
  const settings = context.settings();
  const runtime = runtimeOf(context, choice.runtime, settings);
  const host = runtime ?? DEFAULT_RUNTIME;
  return {
    registry: settings.registry,
    settings,
    disabled: context.setting("disabled_capabilities"),
    profile: context.hostProfile(choice.configDir ?? configDirOf(host, context.home, context.env)),
    root: context.root,
    runtime,
    phase,
    isAcknowledged: (gate) => isAcknowledged(context, gate),
  };
}

/** The running host, when it is one that capabilities can name. */
function runtimeOf({ host, env }: ProjectContext, chosen: string | undefined, settings: Settings): string | null {
  const named = [chosen, host, env.GSD_RUNTIME, settings.get("runtime")];
  return named.find((id): id is string => typeof id === "string" && isKnownRuntime(id)) ?? null;
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
