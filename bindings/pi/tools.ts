import type { ExtensionAPI, ExtensionContext, ToolDefinition } from "@earendil-works/pi-coding-agent";
import { type EnginePort, MODEL_TOOLS, type ModelTool, parametersOf, type SessionRef } from "../../engine/index.ts";
import { answerOf } from "../shared/answer-of.ts";
import { commandText } from "../shared/command-text.ts";
import { describePresence } from "../shared/describe-presence.ts";
import { jsonArgs } from "../shared/json-args.ts";
import type { Presence } from "../shared/presence.ts";
import { resultMetadata } from "../shared/result-metadata.ts";

/**
 * Registers tools under names that nobody has; the names that were taken are returned. To be called when the session
 * starts: while extensions load, two tools of one name end the host.
 */
export function registerTools(pi: ExtensionAPI, tools: readonly ToolDefinition[]): readonly string[] {
  const taken = new Set(pi.getAllTools().map(({ name }) => name));
  for (const tool of tools) if (!taken.has(tool.name)) pi.registerTool(tool);
  return tools.filter(({ name }) => taken.has(name)).map(({ name }) => name);
}

/** The engine's model-facing tools in the host's form. */
export function hostTools(
  engine: EnginePort,
  sessionOf: (ctx: ExtensionContext) => SessionRef,
): readonly ToolDefinition[] {
  return MODEL_TOOLS.map((tool) => hostTool(tool, engine, sessionOf));
}

function hostTool(
  tool: ModelTool,
  engine: EnginePort,
  sessionOf: (ctx: ExtensionContext) => SessionRef,
): ToolDefinition {
  return {
    name: tool.name,
    label: tool.name,
    description: tool.description,
    parameters: asParameters(parametersOf(tool)),
    async execute(_call, sent, _signal, _update, ctx) {
      const { family, subcommand, args } = await tool.invocation(jsonArgs(sent));
      const caller = { audience: "model", session: sessionOf(ctx) } as const;
      const result = await answerOf(() => engine.run(family, subcommand, args, caller));
      return { content: [{ type: "text", text: commandText(result) }], details: resultMetadata(result.data) };
    },
  };
}

/** Lets a model, and the person who asks it, see that the extension is loaded and its guard awake. */
export function doctorTool(report: (ctx: ExtensionContext) => Promise<Presence>): ToolDefinition {
  return {
    name: "gsd_doctor",
    label: "gsd_doctor",
    description: "Whether Loopwright is loaded here, which events fired, and whether its guards deny what they must.",
    parameters: asParameters({ type: "object", properties: {} }),
    async execute(_call, _sent, _signal, _update, ctx) {
      return { content: [{ type: "text", text: describePresence(await report(ctx)) }], details: {} };
    },
  };
}

/** The host takes plain JSON Schema, though its types name the library it uses itself. */
function asParameters(schema: object): ToolDefinition["parameters"] {
  return schema as ToolDefinition["parameters"];
}
