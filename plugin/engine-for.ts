import { createEngine, type EnginePort, lateEngine } from "../engine/index.ts";
import { content } from "./content.generated.ts";

export type EngineMode = "auto" | "in-process" | "child";

export interface EngineChoice {
  readonly host: string;
  readonly home: string;
  /** Path of the plugin entry, which is also what a child process runs. */
  readonly entry: string;
}

/** The engine of one project: in this process unless a child is asked for, or this process cannot carry it. */
export function engineFor(choice: EngineChoice, root: string, mode: EngineMode): EnginePort {
  const { host, home } = choice;
  if (mode === "child") return lateEngine(() => childEngine(choice, root, "A child process was asked for."), "child");
  const own = createEngine({ root, home, host, content, env: process.env });
  return mode === "in-process" ? own : lateEngine(() => ownUnlessItFails(own, choice, root));
}

/** What is wrong here need not be wrong in another process; if it is, the child's answers say so. */
async function ownUnlessItFails(own: EnginePort, choice: EngineChoice, root: string): Promise<EnginePort> {
  try {
    await own.warmUp?.();
    return own;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return childEngine(choice, root, `The host's own process cannot carry it: ${reason}`);
  }
}

async function childEngine({ host, home, entry }: EngineChoice, root: string, reason: string): Promise<EnginePort> {
  const { createChildEngine } = await import("../bindings/child/child-engine.ts");
  const runtime = process.env.LOOPWRIGHT_RUNTIME;
  const child = createChildEngine({ entry, root, home, options: { host }, ...(runtime && { runtime }) });
  return {
    ...child,
    standing() {
      const { engine, because } = child.standing();
      return { engine, because: [because, reason].filter((part) => part !== null).join(" ") };
    },
  };
}
