import { createEngine, type EnginePort } from "../../engine/index.ts";
import { content } from "../../plugin/content.generated.ts";

export interface SoakEngineOptions {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Counts the processes in which the engine of this soak has begun, from 1. */
  readonly incarnation: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The engine as it is shipped, but for ids that another one makes in the same order. */
export function soakEngine({ incarnation, ...options }: SoakEngineOptions): EnginePort {
  let ids = 0;
  return createEngine({ ...options, host: "opencode", content, randomId: () => `soak-${incarnation}-${++ids}` });
}
