/** Longest line on the wire, in bytes, in either direction. */
export const LINE_LIMIT = 16 * 1024 * 1024;

/** First argument after the entry file that makes the entry run as an engine child. */
export const ENGINE_CHILD_FLAG = "--engine-child";

export const METHODS = ["handle", "run", "wouldRun", "ping", "close"] as const;
export type Method = (typeof METHODS)[number];

export type RequestId = string | number;

/** The `error` member of a JSON-RPC 2.0 response. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Error codes of JSON-RPC 2.0, and the one of its free range that carries an `EngineError`. */
export const WIRE_CODE = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  engineError: -32000,
} as const;

/** One message as a line with its newline, or undefined when it does not fit the wire. */
export function encodeLine(message: object): string | undefined {
  let text: string;
  try {
    text = JSON.stringify(message);
  } catch {
    return undefined;
  }
  return Buffer.byteLength(text) > LINE_LIMIT ? undefined : `${text}\n`;
}
