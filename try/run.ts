import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openCodeActor } from "./opencode-actor.ts";
import { readOptions, type TryOptions, USAGE } from "./options.ts";
import { perform } from "./perform.ts";
import { piActor } from "./pi-actor.ts";
import { tryRealModel } from "./real-model.ts";
import { Screen } from "./screen.ts";

const ROOT = join(import.meta.dirname, "..");

const screen = new Screen(process.stdout, process.env);

function built(entry: string): string {
  const file = join(ROOT, "dist", entry);
  if (!existsSync(file)) throw new Error("dist/ is not built: run `npm run build`");
  return file;
}

async function play({ host, model, keep }: TryOptions): Promise<boolean> {
  const project = join(ROOT, "try", "sample");
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

async function main(): Promise<boolean> {
  const read = readOptions(process.argv.slice(2));
  if (read.kind === "play") return play(read.options);
  process[read.kind === "help" ? "stdout" : "stderr"].write(
    read.kind === "help" ? USAGE : `${read.problem}\n\n${USAGE}`,
  );
  return read.kind === "help";
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
