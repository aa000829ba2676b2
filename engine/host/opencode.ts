import type { HostDescriptor, LoadedRuntime } from "./descriptor.ts";
import { UNDOCUMENTED } from "./vocabulary.ts";

/**
 * OpenCode 1.18, as a plugin finds it. `runtime` is learned at load: the terminal program embeds Bun, the desktop
 * program runs plugins on Node.
 *
 * - Commands are Markdown files or entries of the config hook (opencode.ai/docs/commands): `slash-file`.
 * - The `task` tool starts agents by name; `subagent_depth` is 1 and children are denied `task`, so one flat level.
 *   Background runs stand behind an experimental switch, and the host makes no working trees
 *   (opencode.ai/docs/agents).
 * - The plugin types of 1.18.33 offer provider and auth hooks but no call that sends a request: `passive`.
 * - Reasoning effort is `opencode run --variant` (opencode.ai/docs/cli).
 * - System text can be added to each model call by `experimental.chat.system.transform`.
 */
export function openCodeDescriptor({ runtime }: { readonly runtime: LoadedRuntime }): HostDescriptor {
  return {
    protocolVersion: 1,
    embeddingMode: "imperative",
    commandSurface: "slash-file",
    dispatch: {
      namedDispatch: true,
      nested: false,
      maxDepth: 1,
      background: false,
      subagentToolkit: "full",
      backgroundDispatch: false,
      isolation: "none",
      maxConcurrency: UNDOCUMENTED,
    },
    modelMode: "passive",
    hookBus: "host",
    stateIO: "filesystem",
    transport: "mcp",
    runtime,
    effortSurface: "argv",
    flags: { systemMessages: true, childProcess: true, arbitraryFs: true, inProcess: true },
  };
}
