import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { createEngine } from "../../engine/index.ts";
import type { EnginePort } from "../../engine/port.ts";

export interface EngineJob {
  /** The built library. */
  readonly library: string;
  /** The content that the engine is shipped with, as a file of JSON. */
  readonly content: string;
  /** The project. */
  readonly directory: string;
}

/** Loads the built library and makes the engine of a project. */
export async function loadEngine({ library, content, directory }: EngineJob): Promise<EnginePort> {
  const engineModule: { createEngine: typeof createEngine } = await import(pathToFileURL(library).href);
  return engineModule.createEngine({
    root: directory,
    home: process.env.GSD_HOME ?? directory,
    host: "opencode",
    content: JSON.parse(readFileSync(content, "utf8")),
    env: process.env,
  });
}
