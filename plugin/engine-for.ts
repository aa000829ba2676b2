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
export function engineFor({ host, home, entry }: EngineChoice, root: string, mode: EngineMode): EnginePort {
  const child = lateEngine("child", async () => {
    const { createChildEngine } = await import("../bindings/child/child-engine.ts");
    return createChildEngine({ entry, root, home, options: { host } });
  });
  if (mode === "child") return child;
  const own = createEngine({ root, home, host, content, env: process.env });
  return mode === "in-process" ? own : lateEngine("in-process", () => ownUnlessItFails(own, child));
}

/** A question that reads nothing of the project tells whether this process can load the engine at all. */
async function ownUnlessItFails(own: EnginePort, child: EnginePort): Promise<EnginePort> {
  try {
    await own.wouldRun("next", "show", {});
    return own;
  } catch {
    // What is wrong here need not be wrong in another process; if it is, the child's answers say so.
    return child;
  }
}
