import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { Actor } from "./actor.ts";
import { openCodeActor } from "./opencode-actor.ts";
import { perform } from "./perform.ts";
import { Screen } from "./screen.ts";

const ROOT = join(import.meta.dirname, "..");

const { values } = parseArgs({
  options: {
    host: { type: "string", default: "opencode" },
    model: { type: "string" },
    keep: { type: "boolean", default: false },
  },
});

const screen = new Screen(process.stdout);

async function start(): Promise<Actor> {
  const dist = join(ROOT, "dist", "opencode.js");
  if (!existsSync(dist)) throw new Error("dist/ is not built: run `npm run build`");
  const project = join(ROOT, "try", "sample");
  return openCodeActor({ project, plugin: pathToFileURL(dist).href, keep: values.keep });
}

const actor = await start();
try {
  process.exitCode = (await perform(actor, screen, values.keep)) ? 0 : 1;
} finally {
  await actor.stop();
}
