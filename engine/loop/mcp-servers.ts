import { serversIn } from "../capability/executable-surface.ts";
import { type McpServer, readMcpServer } from "../capability/mcp-server.ts";
import { activationOf } from "./capability-states.ts";
import type { ProjectContext } from "./context.ts";
import { runtimeObjection } from "./runtime-fit.ts";

export interface OfferedServer extends McpServer {
  /** The capability that declares it. */
  readonly capability: string;
}

export interface ServerRefusal {
  readonly name: string;
  readonly capability: string;
  readonly reason: string;
}

export interface McpServers {
  readonly offered: readonly OfferedServer[];
  readonly refused: readonly ServerRefusal[];
}

/** The servers of installed capabilities that a person agreed to, as far as they take part in this project. */
export function mcpServersOf(context: ProjectContext): McpServers {
  const offered = new Map<string, OfferedServer>();
  const refused: ServerRefusal[] = [];
  for (const { id, folder } of context.registry._overlay?.installed ?? []) {
    const manifest = context.registry.capabilities[id];
    if (manifest === undefined) continue;
    const declared = serversIn(manifest.mcpServers);
    if (declared.length === 0) continue;
    const objection = objectionTo(context, id);
    for (const [name, value] of declared) {
      const refuse = (reason: string) => refused.push({ name, capability: id, reason });
      const read = readMcpServer(name, value, folder);
      const other = offered.get(name);
      if (!read.ok) refuse(read.reason);
      else if (objection !== null) refuse(objection);
      else if (other !== undefined) refuse(`${other.capability} has a server of this name`);
      else offered.set(name, { ...read.server, capability: id });
    }
  }
  return { offered: [...offered.values()], refused };
}

function objectionTo(context: ProjectContext, id: string): string | null {
  const manifest = context.registry.capabilities[id];
  const state = activationOf(context, id);
  if (!state.active) return state.because;
  return manifest === undefined ? null : runtimeObjection(manifest.runtimeCompat, context.host);
}

/** One server as a line for a person. */
export function describeServer({ name, command }: McpServer): string {
  return `MCP server ${name}: ${command.join(" ")}`;
}
