import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import {
  type CommandResult,
  type EnginePort,
  type Invocation,
  invocationOf,
  type JsonObject,
  MODEL_TOOLS,
  parametersOf,
  splitWords,
} from "../../engine/index.ts";
import { commandText } from "../shared/command-text.ts";

/** A tool of this server: how it is listed, and what a call asks of the hub. */
interface ServerTool {
  readonly listed: Tool;
  readonly invocation: (args: JsonObject) => Promise<Invocation>;
  readonly text: (result: CommandResult, invocation: Invocation) => string;
}

const INSTRUCTIONS =
  "Loopwright keeps this project's plan and owns its loop. Ask gsd_next before you begin; change STATE.md with gsd_state only.";

/**
 * The hub over the Model Context Protocol (https://modelcontextprotocol.io/specification/2025-11-25/server/tools). All
 * calls come from a model, so what only a person may do is refused. A refused command is a result with `isError`.
 */
export function createMcpServer(engine: EnginePort, version: string): Server {
  const tools = serverTools();
  const server = new Server(
    { name: "loopwright", title: "Loopwright", version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(({ listed }) => listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const tool = tools.find(({ listed }) => listed.name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 128)}`);
    const invocation = await tool.invocation((params.arguments ?? {}) as JsonObject);
    const { family, subcommand, args } = invocation;
    const result = await engine.run(family, subcommand, args, { audience: "model" });
    return { content: [{ type: "text", text: tool.text(result, invocation) }], isError: !result.ok };
  });
  return server;
}

function serverTools(): readonly ServerTool[] {
  const own = MODEL_TOOLS.map((tool) => ({
    listed: listed(tool.name, tool.description, parametersOf(tool)),
    invocation: tool.invocation,
    text: commandText,
  }));
  return [INVOKE_COMMAND, ...own];
}

/** The command line for programs: its answers are data. */
const INVOKE_COMMAND: ServerTool = {
  listed: listed("gsd_invoke_command", "Runs one command line of the hub and answers with JSON.", {
    type: "object",
    properties: { command: { type: "string", description: "for example: loop render-hooks plan:pre" } },
    required: ["command"],
  }),
  invocation: ({ command }) => invocationOf(splitWords(String(command ?? ""))),
  text: (result, { family, subcommand }) =>
    JSON.stringify(
      result.ok
        ? { ok: true, family, subcommand, data: result.data }
        : { ok: false, code: result.reason, message: result.message, remedy: result.remedy },
    ),
};

function listed(name: string, description: string, parameters: JsonObject): Tool {
  return { name, description, inputSchema: { ...parameters, type: "object" } as Tool["inputSchema"] };
}
