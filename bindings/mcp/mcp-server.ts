import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { type EnginePort, type JsonObject, MODEL_TOOLS, parametersOf } from "../../engine/index.ts";
import { commandText } from "../shared/command-text.ts";
import { INVOKE_COMMAND, type Invoked, invokeCommand } from "./invoke-command.ts";

/** A tool of this server: how it is listed, and what a call of it does. */
interface ServerTool {
  readonly listed: Tool;
  readonly call: (engine: EnginePort, input: JsonObject) => Promise<Invoked>;
}

export interface McpServerOptions {
  readonly version: string;
  /** How a model is to work with the tools. */
  readonly instructions?: string | undefined;
}

/**
 * The hub over the Model Context Protocol (https://modelcontextprotocol.io/specification/2025-11-25/server/tools). All
 * calls come from a model, so what only a person may do is refused. A refused command is a result with `isError`.
 */
export function createMcpServer(engine: EnginePort, { version, instructions }: McpServerOptions): Server {
  const tools = serverTools();
  const server = new Server(
    { name: "loopwright", title: "Loopwright", version },
    { capabilities: { tools: {} }, ...(instructions && { instructions }) },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(({ listed }) => listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const tool = tools.find(({ listed }) => listed.name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 128)}`);
    const { isError, text } = await tool.call(engine, (params.arguments ?? {}) as JsonObject);
    return { content: [{ type: "text", text }], isError };
  });
  return server;
}

function serverTools(): readonly ServerTool[] {
  const own = MODEL_TOOLS.map((tool) => ({
    listed: listed(tool.name, tool.description, parametersOf(tool)),
    async call(engine: EnginePort, input: JsonObject) {
      const invocation = await tool.invocation(input);
      const { family, subcommand, args } = invocation;
      const result = await engine.run(family, subcommand, args, { audience: "model" });
      return { isError: !result.ok, text: commandText(result) };
    },
  }));
  return [{ listed: INVOKE_COMMAND, call: invokeCommand }, ...own];
}

function listed(name: string, description: string, parameters: JsonObject): Tool {
  return { name, description, inputSchema: { ...parameters, type: "object" } as Tool["inputSchema"] };
}
