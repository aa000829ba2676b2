import { Console } from "node:console";
import { Writable } from "node:stream";
import type { JsonObject } from "../../engine/index.ts";
import { type ChildOptions, readInvocation } from "./invocation.ts";
import { type CreateEngine, serveEngine } from "./serve.ts";
import { ENGINE_CHILD_FLAG } from "./wire.ts";

/** What the child tells about itself in hello. */
export interface EngineChildAbout {
  readonly version: string;
  /** The serialized negotiation for these options. */
  negotiate?(options: ChildOptions): JsonObject;
}

const GRACE_MS = 2_000;

/** Whether this process was started as an engine child of a plugin entry. */
export function isEngineChild(argv: readonly string[]): boolean {
  return argv[2] === ENGINE_CHILD_FLAG;
}

/**
 * Runs the engine as this process's only work, until stdin ends. Never rejects: what goes wrong is said on stderr and
 * leaves exit code 1. A last piece of work that does not end with stdin is given two seconds.
 */
export async function runEngineChild(
  createEngine: CreateEngine,
  about: EngineChildAbout,
  host: NodeJS.Process = process,
): Promise<void> {
  const invocation = readInvocation(host.argv);
  const output = claimOutput(host);
  // Ctrl-C in a terminal reaches the whole process group; whether to end is the parent's decision.
  host.on("SIGINT", () => {});
  // Programs that a check starts must not be turned into Bun as well.
  delete host.env.BUN_BE_BUN;
  let lastResort: NodeJS.Timeout | undefined;
  const leaveSoon = () => {
    lastResort ??= setTimeout(() => host.exit(), GRACE_MS);
    return lastResort;
  };
  for (const event of ["end", "error"]) host.stdin.once(event, leaveSoon);
  try {
    if (!invocation) throw new Error(`${ENGINE_CHILD_FLAG} must be followed by an invocation in JSON.`);
    const { nonce, options } = invocation;
    const runtime = host.versions.bun ? "bun" : "node";
    await serveEngine({
      createEngine,
      options,
      input: host.stdin,
      output,
      nonce,
      negotiation: about.negotiate?.(options) ?? {},
      version: about.version,
      runtime,
      runtimeVersion: host.versions[runtime] ?? "",
    });
  } catch (cause) {
    host.stderr.write(`${cause instanceof Error ? (cause.stack ?? cause.message) : cause}\n`);
    host.exitCode = 1;
  }
  host.stdin.destroy();
  leaveSoon().unref();
}

/** Keeps stdout for the wire: whatever else would be printed there goes to stderr. */
function claimOutput(host: NodeJS.Process): Writable {
  const write = host.stdout.write.bind(host.stdout);
  const output = new Writable({
    decodeStrings: false,
    write: (line: string, _encoding, done) => void write(line, (failure) => done(failure)),
  });
  host.stdout.on("error", (cause) => output.destroy(cause));
  host.stdout.write = host.stderr.write.bind(host.stderr);
  Object.defineProperty(globalThis, "console", { value: new Console(host.stderr), configurable: true, writable: true });
  return output;
}
