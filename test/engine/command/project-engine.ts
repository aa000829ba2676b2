import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  type CommandResult,
  createEngine,
  invocationOf,
  isJsonObject,
  type JsonObject,
  type Reaction,
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
  /** What the engine says to a tool call of the model. */
  toolCall(tool: string, args: JsonObject): Promise<readonly Reaction[]>;
  /** The data of an answer that must not be a refusal. */
  data(...line: readonly string[]): Promise<JsonObject>;
}

export interface EngineSetup {
  readonly now?: () => number;
  /** Puts files into the project before the engine opens it. */
  readonly prepare?: (root: string) => void;
  /** Without the capabilities that are shipped: points have no tickets then. */
  readonly bare?: boolean;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** An engine over a temporary copy of one of the recorded projects, or over an empty folder. */
export function projectEngine(
  golden: string | null,
  { now, prepare, bare, env: added }: EngineSetup = {},
): ProjectEngine {
  const folder = temporaryFolder();
  const root = join(folder, "project");
  const home = join(folder, "home");
  for (const path of [root, home]) mkdirSync(path);
  if (golden !== null) {
    cpSync(new URL(`../../golden/projects/${golden}/project`, import.meta.url).pathname, root, { recursive: true });
  }
  prepare?.(root);
  const env = { PATH: process.env.PATH, HOME: home, ...added };
  const engine = createEngine({
    root,
    home,
    host: "cli",
    content: bare ? { ...content, capabilities: [] } : content,
    env,
    ...(now && { now }),
  });
  const entries: RecordEntry[] = [];
  engine.on((entry) => entries.push(entry));
  const run: ProjectEngine["run"] = async (line, audience = "person") => {
    const { family, subcommand, args } = await invocationOf(line);
    return engine.run(family, subcommand, args, { audience });
  };
  return {
    root,
    home,
    entries,
    run,
    toolCall: (tool, args) =>
      engine.handle({
        type: "tool.before",
        session: { id: "s", role: "root" },
        at: 0,
        call: "c",
        tool,
        args,
      }),
    async data(...line) {
      const result = await run(line);
      if (!result.ok) throw new Error(`${line.join(" ")}: ${result.reason}, ${result.message}`);
      return isJsonObject(result.data) ? result.data : { list: result.data };
    },
  };
}
