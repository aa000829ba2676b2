import { EngineError, type JsonObject } from "../../engine/index.ts";

export function awayError(message: string, data: JsonObject = {}): EngineError {
  return new EngineError("ENGINE_AWAY", message, {
    remedy: "The engine is started again by itself; repeat the call in a moment.",
    data,
  });
}
