import type { Config } from "@opencode-ai/plugin";
import type { CapabilityServer } from "../shared/capability-servers.ts";
import type { Content } from "../shared/content.ts";

/**
 * Adds our commands and agents to the host's configuration, in memory only. What the person has under the same name
 * stands; its name is returned.
 */
export function registerContent(config: Config, content: Content): readonly string[] {
  const conflicts: string[] = [];
  config.command ??= {};
  for (const [name, { description, template }] of Object.entries(content.commands)) {
    if (config.command[name]) conflicts.push(`command ${name}`);
    else config.command[name] = { description, template: `${template}\n\n$ARGUMENTS` };
  }
  config.agent ??= {};
  for (const [name, { description, prompt, deny }] of Object.entries(content.agents)) {
    if (config.agent[name]) conflicts.push(`agent ${name}`);
    else {
      const permission = Object.fromEntries(deny.map((tool) => [tool, "deny" as const]));
      config.agent[name] = { description, prompt, mode: "subagent", permission };
    }
  }
  return conflicts;
}

/** The same for the MCP servers of capabilities. */
export function registerServers(config: Config, servers: readonly CapabilityServer[]): readonly string[] {
  const conflicts: string[] = [];
  for (const { name, command, environment } of servers) {
    config.mcp ??= {};
    if (config.mcp[name]) conflicts.push(`MCP server ${name}`);
    else config.mcp[name] = { type: "local", command: [...command], environment: { ...environment }, enabled: true };
  }
  return conflicts;
}
