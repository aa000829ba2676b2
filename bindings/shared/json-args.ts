import type { Json, JsonObject } from "../../engine/index.ts";

/** Arguments as JSON: a host hands over what the model sent, unchecked. */
export function jsonArgs(args: unknown): JsonObject {
  try {
    const copy: Json = JSON.parse(JSON.stringify(args ?? {}));
    return typeof copy === "object" && copy !== null && !Array.isArray(copy) ? (copy as JsonObject) : { value: copy };
  } catch {
    // Cyclic or unserialisable arguments are judged by their printed form.
    return { value: String(args) };
  }
}
