import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  type CommandResult,
  createEngine,
  invocationOf,
  isJsonObject,
  type JsonObject,
  type RecordEntry,
} from "../../../engine/index.ts";
import { content } from "../../../plugin/content.generated.ts";
import { temporaryFolder } from "../planning/sample.ts";

export interface ProjectEngine {
  readonly root: string;
  readonly home: string;
  readonly entries: readonly RecordEntry[];
  /** Runs one line as a person types it. */
  run(line: readonly string[], audience?: "model" | "person"): Promise<CommandResult>;
  /** The data of an answer that must not be a refusal. */
  data(...line: readonly string[]): Promise<JsonObject>;
}

export interface EngineSetup {
  readonly now?: () => number;
  /** Puts files into the project before the engine opens it. */
  readonly prepare?: (root: string) => void;
}

/** An engine over a temporary copy of one of the recorded projects, or over an empty folder. */
export function projectEngine(golden: string | null, { now, prepare }: EngineSetup = {}): ProjectEngine {
  const folder = temporaryFolder();
  const root = join(folder, "project");
  const home = join(folder, "home");
  for (const path of [root, home]) mkdirSync(path);
  if (golden !== null) {
    cpSync(new URL(`../../golden/projects/${golden}/project`, import.meta.url).pathname, root, { recursive: true });
  }
  prepare?.(root);
  const env = { PATH: process.env.PATH, HOME: home };
  const engine = createEngine({ root, home, host: "cli", content, env, ...(now && { now }) });
  const entries: RecordEntry[] = [];
  engine.on((entry) => entries.push(entry));
  const run: ProjectEngine["run"] = (line, audience = "person") => {
    const { family, subcommand, args } = invocationOf(line);
    return engine.run(family, subcommand, args, { audience });
  };
  return {
    root,
    home,
    entries,
    run,
    async data(...line) {
      const result = await run(line);
      if (!result.ok) throw new Error(`${line.join(" ")}: ${result.reason}, ${result.message}`);
      return isJsonObject(result.data) ? result.data : { list: result.data };
    },
  };
}
