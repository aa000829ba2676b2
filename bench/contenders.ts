import { join } from "node:path";
import type { Who } from "./readings.ts";
import type { Reference } from "./reference.ts";

export interface Contender {
  readonly who: Who;
  /** Program that runs the plugin, the library and the command line. */
  readonly runtime: string;
  /** Entry file of the OpenCode plugin. */
  readonly plugin: string;
  /** File of the command line. */
  readonly cli?: string;
  /** File of the MCP server. */
  readonly mcp?: string;
  /** What a probe loads to resolve a loop point in its own process. */
  readonly library?: string;
}

export function contenders(dist: string, reference: Reference | null): readonly Contender[] {
  const bun = process.execPath;
  const ours: Contender = {
    who: "ours",
    runtime: bun,
    plugin: join(dist, "opencode.js"),
    cli: join(dist, "cli.js"),
    mcp: join(dist, "mcp.js"),
    library: join(dist, "engine.js"),
  };
  if (reference === null) return [ours];
  const gsd = {
    plugin: join(reference.gsd, ".opencode", "plugins", "gsd-core.js"),
    cli: join(reference.gsd, "gsd-core", "bin", "gsd-tools.cjs"),
    mcp: join(reference.gsd, "bin", "gsd-mcp-server.js"),
    library: join(reference.gsd, "gsd-core", "bin", "lib", "loop-resolver.cjs"),
  };
  return [
    ours,
    { who: "gsd-bun", runtime: bun, ...gsd },
    { who: "gsd-node", runtime: reference.node, ...gsd },
    { who: "omo", runtime: bun, plugin: reference.omo },
  ];
}
