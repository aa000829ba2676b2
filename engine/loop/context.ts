import type { Homes } from "../capability/homes.ts";
import type { HostProfile } from "../capability/host-profile.ts";
import type { CapabilityManifest } from "../capability/manifest.ts";
import type { Registry } from "../capability/registry.ts";
import type { Waiver } from "../capability/waivers.ts";
import type { GitFacts } from "../planning/git-facts.ts";
import type { PlanningSnapshot } from "../planning/types.ts";
import type { Runs } from "../run/runs.ts";
import type { OwnSettings } from "../settings/own-settings.ts";
import type { Settings } from "./settings.ts";

/** What every concern and command works with. One per project. */
export interface ProjectContext {
  readonly root: string;
  readonly home: string;
  /** Where overlays and a person's decisions lie. */
  readonly homes: Homes;
  readonly host: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  readonly content: EngineContent;
  /** Command families of the hub; no overlay may have one of them. */
  readonly builtInFamilies: ReadonlySet<string>;
  /** Composed anew when what it was made of has changed. */
  readonly registry: Registry;
  readonly runs: Runs;
  /** Folders below `.planning` that name a workstream; null for the project itself. */
  readonly workstream: readonly string[] | null;
  readonly git: GitFacts;
  /** Real paths of folders outside the project that tools may write to. */
  readonly writableRoots: readonly string[];
  snapshot(): PlanningSnapshot;
  settings(): Settings;
  /** The value of one of our own settings. */
  readonly setting: OwnSettings;
  hostProfile(configDir: string): HostProfile;
  /** What a person has decided about gates, in all projects. */
  readonly waivers: () => readonly Waiver[];
}

/** The Markdown and manifests that an engine is shipped with. */
export interface EngineContent {
  /** Raw manifests; the engine validates them when it starts. */
  readonly capabilities: readonly unknown[];
  /** Manifests that were validated when the package was built. */
  readonly manifests?: readonly CapabilityManifest[];
  /** Workflow text by step name. */
  readonly workflows: Readonly<Record<string, string>>;
  /** What a person is told once when a process begins to work in a project. */
  readonly card?: string;
  /** What the model of a lead session is told with each of its calls. */
  readonly bootstrap?: string;
}
