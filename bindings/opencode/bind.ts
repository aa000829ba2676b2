import type { Hooks, PluginInput, PluginOptions } from "@opencode-ai/plugin";
import { type EnginePort, openCodeDescriptor, projectFolder } from "../../engine/index.ts";
import { beginPresence } from "../shared/begin-presence.ts";
import { type Clock, systemClock } from "../shared/clock.ts";
import type { Content } from "../shared/content.ts";
import { claimFolder } from "../shared/one-copy.ts";
import { Binding } from "./binding.ts";
import { createLog } from "./log.ts";
import { type BindingOptions, readOptions } from "./options.ts";

export interface BindOptions {
  readonly content: Content;
  readonly version: string;
  /** URL or path of the loaded entry file. */
  readonly entry: string;
  readonly home: string;
  readonly engineFor: (root: string, mode: BindingOptions["engine"]) => EnginePort;
  readonly clock?: Clock;
  /** The host's process ends with the first idle of its session, as that of `opencode run` does. */
  readonly endsAtIdle?: boolean;
}

/**
 * Binds one engine to one OpenCode instance. Calls nothing of the host's but its log, and always answers with an
 * object: a second copy for the same folder gets an empty one.
 */
export function bindOpenCode(input: PluginInput, given: PluginOptions | undefined, bind: BindOptions): Hooks {
  const clock = bind.clock ?? systemClock;
  const log = createLog(input.client);
  const { options, problems } = readOptions(given);
  for (const problem of problems) log("warn", `Option of the loopwright plugin entry: ${problem}`);
  const root = projectFolder(input, { home: bind.home });
  if (root === null) {
    log("warn", `loopwright does nothing in ${input.directory}: it is no project folder.`);
    return {};
  }
  const claim = claimFolder("opencode", input.directory, bind.version, bind.entry);
  if (!claim.active) {
    if (claim.report) {
      log(
        "warn",
        `loopwright ${bind.version} (${bind.entry}) stays out: ${claim.other.version} (${claim.other.entry}) is at work in this folder. Remove one of them.`,
      );
    }
    return {};
  }
  const engine = bind.engineFor(root, options.engine);
  const binding = new Binding({
    client: input.client,
    engine,
    content: bind.content,
    root,
    folder: input.directory,
    endsAtIdle: bind.endsAtIdle ?? false,
    clock,
    log,
    deadlineMs: options.clientDeadlineMs,
    home: bind.home,
    presence: beginPresence(
      {
        host: "opencode",
        version: bind.version,
        entry: bind.entry,
        road: roadOf(bind.entry),
        root,
        startedAt: clock.now(),
      },
      engine,
      openCodeDescriptor({ runtime: process.versions.bun ? "bun" : "node" }),
    ),
    release: claim.release,
  });
  return binding.hooks();
}

function roadOf(entry: string): string {
  if (/[/\\]plugins?[/\\][^/\\]+$/.test(entry)) return "drop-in file";
  return /[/\\]node_modules[/\\]/.test(entry) ? "package" : "config entry";
}
