import { join } from "node:path";
import type { HostProcess } from "./host-process.ts";
import type { Environment } from "./inherited-environment.ts";
import { createScratchFolder } from "./scratch-folder.ts";
import type { ScriptedModel } from "./scripted-model.ts";

/** What every host's sandbox can be told. */
export interface SandboxOptions {
  readonly model: ScriptedModel;
  /** A folder whose copy becomes the project; else the project starts empty. */
  readonly project?: string;
  /** Whether the project becomes a repository with one commit (default true). */
  readonly git?: boolean;
  readonly env?: Environment;
  /** Leaves the folder in place for a look afterwards. */
  readonly keep?: boolean;
}

/** A throw-away home and project for a host, cut off from the network but for the scripted model. */
export interface Sandbox {
  readonly root: string;
  readonly home: string;
  /** The folder that the host works in. */
  readonly directory: string;
  readonly env: Environment;
  readonly keep: boolean;
  /** What was started here and is to be stopped with it. */
  readonly processes: Set<HostProcess>;
  /** Stops what still runs and removes the folder unless `keep`. */
  remove(): Promise<void>;
}

/** A sandbox with nothing in it yet. Its environment is up to the host. */
export function emptySandbox(name: string, keep = false): Omit<Sandbox, "env"> {
  const scratch = createScratchFolder(name, keep);
  const processes = new Set<HostProcess>();
  return {
    root: scratch.path,
    home: join(scratch.path, "home"),
    directory: join(scratch.path, "project"),
    keep,
    processes,
    async remove() {
      await Promise.all([...processes].map((running) => running.stop()));
      if (!keep) scratch.remove();
    },
  };
}
