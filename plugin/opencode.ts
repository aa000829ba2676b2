import type { PluginModule } from "@opencode-ai/plugin";

/** The OpenCode plugin. Everything beyond this file is loaded when the host calls it. */
const plugin: PluginModule = {
  id: "loopwright",
  async server(input, options) {
    const { startOpenCode } = await import("./start-opencode.ts");
    return startOpenCode(input, options, import.meta.url);
  },
};

if (process.argv[2] === "--engine-child") {
  const { startChild } = await import("./start-child.ts");
  await startChild();
}

export default plugin;
