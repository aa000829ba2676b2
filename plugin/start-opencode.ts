import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import type { Hooks, PluginInput, PluginOptions } from "@opencode-ai/plugin";
import { bindOpenCode } from "../bindings/opencode/bind.ts";
import { createEngine } from "../engine/index.ts";
import { version } from "../package.json";
import { content } from "./content.generated.ts";

/** Always answers with an object: the host cannot use a plugin that answers with nothing. */
export function startOpenCode(input: PluginInput, options: PluginOptions | undefined, entryUrl: string): Hooks {
  const home = process.env.GSD_HOME ?? homedir();
  return bindOpenCode(input, options, {
    content,
    version,
    entry: fileURLToPath(entryUrl),
    home,
    endsAtIdle: process.argv.includes("run"),
    engineFor: (root) => createEngine({ root, home, host: "opencode", content, env: process.env }),
  });
}
