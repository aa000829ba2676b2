import { join } from "node:path";
import { runScript } from "../capability/run-script.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Outcome } from "../loop/outcome.ts";

const TIMEOUT_MS = 30_000;

/** True when an installed capability brought this family and may run it. */
export function isOverlayFamily({ registry }: ProjectContext, family: string): boolean {
  const owner = Object.hasOwn(registry.commandFamilies, family) ? registry.commandFamilies[family] : undefined;
  return owner !== undefined && Object.hasOwn(registry._overlay?.commandRoots ?? {}, owner.capId);
}

/** Runs a command of an installed capability in a process of its own; what it prints is its answer. */
export async function runOverlayFamily(
  context: ProjectContext,
  family: string,
  subcommand: string,
  args: JsonObject,
): Promise<Outcome> {
  const { registry, root, env } = context;
  const command = registry.commandFamilies[family];
  const folder = registry._overlay?.commandRoots[command?.capId ?? ""];
  if (command === undefined || folder === undefined) throw new Error(`${family} belongs to no installed capability`);
  const module = join(folder, command.module);
  const words = Array.isArray(args.words) ? args.words : subcommand === "" ? [] : [subcommand];
  const result = await runScript({
    program: "module",
    file: module,
    cwd: root,
    env,
    timeoutMs: TIMEOUT_MS,
    input: { module, router: command.router, family, args: [family, ...words], cwd: root, raw: true },
  });
  if (result.exitCode === 0) return { ok: true, data: read(result.stdout), text: result.stdout };
  const how = result.timedOut ? "ran out of time" : `ended with ${result.exitCode ?? "a signal"}`;
  const message = `${family} (${command.capId}) ${how}: ${result.stderr.trim().slice(-1000)}`;
  return {
    ok: false,
    reason: "overlay_failed",
    message,
    remedy: `\`capability show ${command.capId}\` says what it is.`,
  };
}

function read(stdout: string): Json {
  try {
    return JSON.parse(stdout) as Json;
  } catch {
    // Plain text is an answer too.
    return stdout;
  }
}
