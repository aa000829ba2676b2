import * as z from "zod/mini";
import { EngineError, type ErrorCode, isJsonObject, type JsonObject } from "../../engine/index.ts";
import { awayError } from "./away-error.ts";
import { WIRE_CODE, type WireError } from "./wire.ts";

/** An error as it crosses the wire. What is no `EngineError` crosses as an internal error with its message. */
export function toWireError(cause: unknown): WireError {
  if (cause instanceof EngineError) {
    const { code, message, remedy, data } = cause;
    return { code: WIRE_CODE.engineError, message, data: { code, message, remedy, data } };
  }
  return { code: WIRE_CODE.internalError, message: cause instanceof Error ? cause.message : String(cause) };
}

/** The other side of `toWireError`. A failure that the child could not name counts as no answer. */
export function fromWireError(error: WireError): EngineError {
  if (error.code === WIRE_CODE.engineError) {
    const parsed = engineErrorSchema().safeParse(error.data);
    if (parsed.success) {
      const { code, message, remedy, data } = parsed.data;
      return new EngineError(code, message, { remedy, data });
    }
  }
  if (error.code === WIRE_CODE.invalidParams) {
    return new EngineError("EVENT_INVALID", error.message, {
      remedy: "Send what the engine's interface describes; data.issues lists what does not fit.",
      data: isJsonObject(error.data) ? error.data : {},
    });
  }
  return awayError(`The engine's child process failed: ${error.message}`, { wireCode: error.code });
}

const createEngineErrorSchema = () =>
  z.object({
    code: z.custom<ErrorCode>((value) => typeof value === "string"),
    message: z.string(),
    remedy: z.string(),
    data: z.custom<JsonObject>(isJsonObject),
  });

let schema: ReturnType<typeof createEngineErrorSchema> | undefined;

function engineErrorSchema() {
  schema ??= createEngineErrorSchema();
  return schema;
}
