import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { bindPi } from "../bindings/pi/bind.ts";
import { version } from "../package.json";
import { content } from "./content.generated.ts";
import { engineFor } from "./engine-for.ts";

export function startPi(pi: ExtensionAPI, entryUrl: string): void {
  const home = process.env.GSD_HOME ?? homedir();
  const entry = entryUrl.startsWith("file:") ? fileURLToPath(entryUrl) : entryUrl;
  const mode = process.env.LOOPWRIGHT_ENGINE === "child" ? "child" : "auto";
  bindPi(pi, {
    content,
    version,
    entry,
    home,
    engineFor: (root) => engineFor({ host: "pi", home, entry }, root, mode),
  });
}
