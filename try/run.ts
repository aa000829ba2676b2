import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { openCodeActor } from "./opencode-actor.ts";
import { perform } from "./perform.ts";
import { piActor } from "./pi-actor.ts";
import { tryRealModel } from "./real-model.ts";
import { Screen } from "./screen.ts";

const ROOT = join(import.meta.dirname, "..");

const { values } = parseArgs({
  options: {
    host: { type: "string", default: "opencode" },
    model: { type: "string" },
    keep: { type: "boolean", default: false },
  },
});
if (!["opencode", "pi"].includes(values.host)) throw new Error("--host is opencode or pi");

const screen = new Screen(process.stdout);

function built(entry: string): string {
  const file = join(ROOT, "dist", entry);
  if (!existsSync(file)) throw new Error("dist/ is not built: run `npm run build`");
  return file;
}

async function main(): Promise<boolean> {
  const project = join(ROOT, "try", "sample");
  const { keep, model, host } = values;
  const plugin = pathToFileURL(built("opencode.js")).href;
  if (model !== undefined) return tryRealModel({ project, plugin, model, keep }, screen);
  const actor =
    host === "pi"
      ? await piActor({ project, extension: built("pi.js"), keep })
      : await openCodeActor({ project, plugin, keep });
  try {
    return await perform(actor, screen, keep);
  } finally {
    await actor.stop();
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  screen.line(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
