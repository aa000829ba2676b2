import { type EnginePort, hasOverlays, isJsonObject, type Json } from "../../engine/index.ts";

/** An MCP server that a capability brings along. */
export interface CapabilityServer {
  readonly name: string;
  readonly capability: string;
  readonly command: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
}

export interface ServerPlace {
  readonly home: string;
  readonly root: string;
}

/** The servers that installed capabilities offer here. Where none is installed the engine is not asked. */
export async function capabilityServers(engine: EnginePort, place: ServerPlace): Promise<readonly CapabilityServer[]> {
  if (!hasOverlays(place.home, place.root)) return [];
  const result = await engine.run("capability", "servers", {}, { audience: "person" });
  const offered = result.ok && isJsonObject(result.data) ? result.data.offered : undefined;
  return Array.isArray(offered) ? offered.filter(isServer) : [];
}

function isServer(value: Json): value is Json & CapabilityServer {
  return isJsonObject(value) && Array.isArray(value.command) && isJsonObject(value.environment);
}
