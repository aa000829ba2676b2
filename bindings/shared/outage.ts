import { EngineError } from "../../engine/index.ts";

/** Keeps an engine that is away from being one message for each of the host's events. */
export class Outage {
  #known: EngineError["code"] | null = null;

  /** Passes an engine's answer on; one that comes is the end of the outage. */
  async over<T>(answer: Promise<T>): Promise<T> {
    const value = await answer;
    this.#known = null;
    return value;
  }

  /** What to tell a person; null for one more sign of what they were told of. */
  wordOn(error: EngineError): string | null {
    if (this.#known === error.code) return null;
    this.#known = error.code;
    return `The engine does not answer, and tool calls are refused until it does. ${error.message} ${error.remedy}`;
  }
}

/** Whether nothing is wrong but that there is no engine to ask. */
export function isAway(error: unknown): error is EngineError {
  return error instanceof EngineError && (error.code === "ENGINE_AWAY" || error.code === "RUNTIME_UNAVAILABLE");
}
