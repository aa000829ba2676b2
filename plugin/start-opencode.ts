import { homedir } from "node:os";
import type { Hooks, PluginInput, PluginOptions } from "@opencode-ai/plugin";
import { bindOpenCode } from "../bindings/opencode/bind.ts";
import { version } from "../package.json";
import { content } from "./content.generated.ts";
import { engineFor } from "./engine-for.ts";

/** Always answers with an object: the host cannot use a plugin that answers with nothing. */
export function startOpenCode(input: PluginInput, options: PluginOptions | undefined, entry: string): Hooks {
  const home = process.env.GSD_HOME ?? homedir();
  return bindOpenCode(input, options, {
    content,
    version,
    entry,
    home,
    endsAtIdle: process.argv.includes("run"),
    engineFor: (root, mode) => engineFor({ host: "opencode", home, entry }, root, mode),
  });
}
