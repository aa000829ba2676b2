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
  try {
    return createEngine({ root, home, host, content, env: process.env });
  } catch (error) {
    if (mode === "in-process") throw error;
    return child;
  }
}
