import type { Json, JsonObject } from "../json.ts";
import type { Point, Role } from "../loop/points.ts";

export interface Fragment {
  readonly inline?: string;
  readonly path?: string;
}

/**
 * A condition on a hook. A text names a key of the capability's own configuration, which must be truthy there.
 * `phase` compares phase numbers as the roadmap writes them; `file` is a path below the project root.
 */
export type When =
  | string
  | { readonly key: string; readonly equals?: string | number | boolean }
  | { readonly not: When }
  | { readonly all: readonly When[] }
  | { readonly any: readonly When[] }
  | { readonly phase: { readonly is?: readonly string[]; readonly from?: string; readonly to?: string } }
  | { readonly file: string };

interface HookCommon {
  readonly point: Point;
  readonly when?: When;
  readonly onError?: "skip" | "halt";
  /** Key of an enum setting; the hook takes part only at the point that the setting names. */
  readonly pointFrom?: string;
}

export interface StepHook extends HookCommon {
  readonly ref: { readonly skill?: string; readonly agent?: string; readonly command?: string };
  readonly produces: readonly string[];
  readonly consumes: readonly string[];
  readonly fragment?: Fragment;
  readonly supportsReviewerLanes?: boolean;
}

export interface ContributionHook extends HookCommon {
  readonly into: Role;
  readonly produces: readonly string[];
  readonly consumes: readonly string[];
  readonly fragment: Fragment;
  readonly configValues?: Readonly<Record<string, string>>;
  /** Higher ones come first among those whose artifacts are ready. 0 when absent. */
  readonly priority?: number;
}

export interface GateCheck {
  readonly query?: string;
  /** Validated when it is evaluated: a wrong one is a gate that cannot be evaluated. */
  readonly predicate?: JsonObject;
  readonly agentVerdict?: JsonObject;
}

export interface GateHook extends HookCommon {
  readonly check: GateCheck;
  readonly blocking: boolean;
}

export interface ConfigSlice {
  readonly type: "boolean" | "string" | "number" | "enum";
  readonly default: string | number | boolean;
  readonly description: string;
  readonly values?: readonly string[];
}

/** A script that runs on an event of the host's life, outside the loop. */
export interface LifecycleHook {
  readonly event: string;
  readonly script: string;
  readonly matcher?: string;
}

export interface CommandFamily {
  readonly family: string;
  readonly module: string;
  readonly router: string;
  readonly subcommands?: readonly string[];
}

export interface CapabilityManifest {
  readonly id: string;
  readonly role: "feature" | "runtime" | "reviewer";
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly tier: Tier;
  readonly requires: readonly string[];
  readonly engines?: { readonly gsd?: string };
  readonly integrity?: string;
  readonly provenance?: { readonly sourceRepo: string; readonly commit: string };
  readonly runtimeCompat: {
    readonly supported: readonly string[];
    readonly unsupported: readonly string[];
    readonly notes?: Readonly<Record<string, string>>;
  };
  readonly skills: readonly string[];
  readonly agents: readonly string[];
  readonly hooks: readonly LifecycleHook[];
  readonly commands: readonly CommandFamily[];
  readonly config: Readonly<Record<string, ConfigSlice>>;
  readonly activationKey?: string;
  readonly steps: readonly StepHook[];
  readonly contributions: readonly ContributionHook[];
  readonly gates: readonly GateHook[];
  readonly taskContentResolver?: { readonly trackerPrefix: string } & JsonObject;
  readonly reviewer?: { readonly slug: string } & JsonObject;
  readonly runtime?: JsonObject;
  readonly mcpServers?: Json;
}

export const TIERS = ["core", "standard", "full"] as const;
export type Tier = (typeof TIERS)[number];

/** One problem of one manifest. `code` is one of the closed `E_…` and `W_…` words. */
export interface ManifestIssue {
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

export const CAPABILITY_ID = /^[a-z][a-z0-9-]*$/;
