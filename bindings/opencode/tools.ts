import type { Hooks } from "@opencode-ai/plugin";
import { type EnginePort, MODEL_TOOLS, type ModelTool, type SessionRef } from "../../engine/index.ts";
import { answerOf } from "../shared/answer-of.ts";
import { commandText } from "../shared/command-text.ts";
import { describePresence } from "../shared/describe-presence.ts";
import { jsonArgs } from "../shared/json-args.ts";
import type { Presence } from "../shared/presence.ts";
import { resultMetadata } from "../shared/result-metadata.ts";

type ToolMap = NonNullable<Hooks["tool"]>;
type HostTool = ToolMap[string];

/** The engine's model-facing tools in the host's form. */
export function hostTools(engine: EnginePort, sessionOf: (id: string) => SessionRef): ToolMap {
  return Object.fromEntries(MODEL_TOOLS.map((tool) => [tool.name, hostTool(tool, engine, sessionOf)]));
}

function hostTool(tool: ModelTool, engine: EnginePort, sessionOf: (id: string) => SessionRef): HostTool {
  return {
    description: tool.description,
    args: tool.shape() as unknown as HostTool["args"],
    async execute(sent, context) {
      const { family, subcommand, args } = await tool.invocation(jsonArgs(sent));
      const caller = { audience: "model", session: sessionOf(context.sessionID) } as const;
      const result = await answerOf(async () => {
        await askForCommands(await engine.wouldRun(family, subcommand, args), context);
        return engine.run(family, subcommand, args, caller);
      });
      return { output: commandText(result), metadata: { ...resultMetadata(result.data) } };
    },
  };
}

/** What the engine would run for a model passes the person's own rules for shell commands first. */
async function askForCommands(commands: readonly string[], context: Parameters<HostTool["execute"]>[1]): Promise<void> {
  if (commands.length === 0) return;
  await context.ask({ permission: "bash", patterns: [...commands], always: [...commands], metadata: {} });
}

/** Lets a model, and the person who asks it, see that the plugin is loaded and its guard awake. */
export function doctorTool(report: () => Promise<Presence>): HostTool {
  return {
    description: "Whether Loopwright is loaded here, which hooks fired, and whether its guards deny what they must.",
    args: {},
    async execute() {
      return { output: describePresence(await report()) };
    },
  };
}
