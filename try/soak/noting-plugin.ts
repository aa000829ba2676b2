import { homedir } from "node:os";
import type { PluginModule } from "@opencode-ai/plugin";
import { bindOpenCode } from "../../bindings/opencode/bind.ts";
import { version } from "../../package.json";
import { content } from "../../plugin/content.generated.ts";
import { NotingEngine } from "../trace/noting-engine.ts";
import { soakEngine } from "./soak-engine.ts";
import { openTrace, traceFile } from "./trace-file.ts";

/** The plugin, with everything noted that passes between its binding and its engine. */
const plugin: PluginModule = {
  id: "loopwright",
  async server(input, options) {
    const home = homedir();
    return bindOpenCode(input, options, {
      content,
      version,
      entry: import.meta.filename,
      home,
      engineFor(root) {
        const { incarnation, note, now } = openTrace(traceFile(root));
        return new NotingEngine(soakEngine({ root, home, env: process.env, incarnation, now }), note);
      },
    });
  },
};

export default plugin;
