import type { PluginModule } from "@opencode-ai/plugin";
import { startOpenCode } from "./start-opencode.ts";

/** The OpenCode plugin. The engine is loaded when something first needs it. */
const plugin: PluginModule = {
  id: "loopwright",
  async server(input, options) {
    return startOpenCode(input, options, import.meta.filename);
  },
};

if (process.argv[2] === "--engine-child") {
  const { startChild } = await import("./start-child.ts");
  await startChild();
}

export default plugin;
