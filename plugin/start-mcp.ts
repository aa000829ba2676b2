import { homedir } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createMcpServer } from "../bindings/mcp/mcp-server.ts";
import { createEngine, findProjectRoot } from "../engine/index.ts";
import { version } from "../package.json";
import { content } from "./content.generated.ts";

/** Serves the project of the process's folder, or that of `--project-dir`. */
export async function startMcp(argv: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...argv], options: { "project-dir": { type: "string" } } });
  const home = process.env.GSD_HOME ?? homedir();
  const named = values["project-dir"];
  const root = named === undefined ? findProjectRoot(process.cwd(), { home }) : resolve(named);
  const engine = createEngine({ root, home, host: "mcp", content, env: process.env });
  await createMcpServer(engine, { version, instructions: content.bootstrap }).connect(new StdioServerTransport());
}
