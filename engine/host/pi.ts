import type { DispatchDeclaration, HostDescriptor, LoadedRuntime } from "./descriptor.ts";
import { UNDOCUMENTED } from "./vocabulary.ts";

/** pi itself has no primitive for sub-agents (pi.dev/docs/latest/extensions). */
const NO_SUBAGENTS: DispatchDeclaration = {
  namedDispatch: false,
  nested: false,
  maxDepth: 0,
  background: false,
  subagentToolkit: UNDOCUMENTED,
  backgroundDispatch: false,
  isolation: "none",
  maxConcurrency: UNDOCUMENTED,
};

/**
 * pi 1.6, as an extension finds it. `runtime` is learned at load: the npm package runs on Node, the standalone
 * binary on Bun. `dispatch` is what the binding itself brings, built on sub-sessions (`createAgentSession`).
 *
 * - `pi.registerCommand` makes commands in code: `slash-programmatic` (pi.dev/docs/latest/extensions).
 * - The MCP client is built in since 0.99.0 (`pi.registerMcpServer`): `mcp`.
 * - State is `filesystem` although a session log exists: an extension has the user's full file rights, while
 *   `appendEntry` is not on disk before the first assistant message, and never with `--no-session`
 *   (pi.dev/docs/latest/session-format). Files under `.planning/` are the better home.
 * - `ctx.modelRegistry.complete` sends a request outside the conversation, system messages included: `active`.
 * - Reasoning effort is `--thinking` (pi.dev/docs/latest/cli).
 */
export function piDescriptor(learned: {
  readonly runtime: LoadedRuntime;
  readonly dispatch?: DispatchDeclaration;
}): HostDescriptor {
  return {
    protocolVersion: 1,
    embeddingMode: "imperative",
    commandSurface: "slash-programmatic",
    dispatch: learned.dispatch ?? NO_SUBAGENTS,
    modelMode: "active",
    hookBus: "host",
    stateIO: "filesystem",
    transport: "mcp",
    runtime: learned.runtime,
    effortSurface: "argv",
    flags: { systemMessages: true, childProcess: true, arbitraryFs: true, inProcess: true },
  };
}
