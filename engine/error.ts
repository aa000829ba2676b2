import type { JsonObject } from "./json.ts";

/**
 * Codes of `EngineError`. Expected outcomes (a shut gate, a refused command) are values, never errors.
 *
 * - `EVENT_INVALID`: an event that does not fit the closed list reached the engine's door.
 * - `RECORD_UNWRITABLE`: a line could not be appended to the run record.
 * - `FILE_UNWRITABLE`: a planning file could not be replaced; the old bytes stand.
 * - `PATH_REFUSED`: a write was aimed outside its root, or through a link.
 * - `LOCK_HELD`: another living process holds the lock; nothing was written.
 * - `CONTENT_INVALID`: shipped content (a manifest, a workflow) does not fit its schema.
 * - `ENGINE_AWAY`: the child process that runs the engine does not answer.
 * - `RUNTIME_UNAVAILABLE`: no interpreter could be found that runs the engine in a child process.
 */
export type ErrorCode =
  | "EVENT_INVALID"
  | "RECORD_UNWRITABLE"
  | "FILE_UNWRITABLE"
  | "PATH_REFUSED"
  | "LOCK_HELD"
  | "CONTENT_INVALID"
  | "ENGINE_AWAY"
  | "RUNTIME_UNAVAILABLE";

export interface EngineErrorDetails {
  readonly remedy: string;
  readonly data?: JsonObject;
  readonly cause?: unknown;
}

/** Something that should not have happened. */
export class EngineError extends Error {
  readonly code: ErrorCode;
  readonly remedy: string;
  readonly data: JsonObject;

  constructor(code: ErrorCode, message: string, details: EngineErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "EngineError";
    this.code = code;
    this.remedy = details.remedy;
    this.data = details.data ?? {};
  }
}
