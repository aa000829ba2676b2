import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { bindPi } from "../bindings/pi/bind.ts";
import { createEngine } from "../engine/index.ts";
import { version } from "../package.json";
import { content } from "./content.generated.ts";

export function startPi(pi: ExtensionAPI, entryUrl: string): void {
  const home = process.env.GSD_HOME ?? homedir();
  bindPi(pi, {
    content,
    version,
    entry: entryUrl.startsWith("file:") ? fileURLToPath(entryUrl) : entryUrl,
    home,
    engineFor: (root) => createEngine({ root, home, host: "pi", content, env: process.env }),
  });
}
