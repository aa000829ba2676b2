import type { Group } from "../bench.ts";
import { growth } from "./growth.ts";
import { loopLibrary, overlays } from "./loop-library.ts";
import { mcpServer } from "./mcp-server.ts";
import { longCommands, longHistory, shortCommands } from "./own-process.ts";
import { pluginHooks, pluginHooksOnLarge } from "./plugin-hooks.ts";
import { pluginStart } from "./plugin-start.ts";
import { runRecord } from "./run-record.ts";
import { snapshot } from "./snapshot.ts";

/** In the order in which they run: what takes longest comes last, so that a short budget loses the least. */
export const GROUPS: readonly Group[] = [
  pluginStart,
  loopLibrary,
  overlays,
  snapshot,
  pluginHooksOnLarge,
  runRecord,
  shortCommands,
  mcpServer,
  growth,
  longCommands,
  pluginHooks,
  longHistory,
];
