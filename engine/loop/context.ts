import type { Registry } from "../capability/registry.ts";
import type { PlanningSnapshot } from "../planning/types.ts";
import type { Runs } from "../run/runs.ts";

/** What every concern and command works with. One per project. */
export interface ProjectContext {
  readonly root: string;
  readonly home: string;
  /** Real paths of folders outside the project that the person allows tools to write to. */
  readonly writableRoots: readonly string[];
  readonly host: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  readonly content: EngineContent;
  readonly registry: Registry;
  readonly runs: Runs;
  snapshot(): PlanningSnapshot;
}

/** The Markdown and manifests that an engine is shipped with. */
export interface EngineContent {
  /** Raw manifests; the engine validates them when it starts. */
  readonly capabilities: readonly unknown[];
  /** Workflow text by step name. */
  readonly workflows: Readonly<Record<string, string>>;
}
