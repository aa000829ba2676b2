import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { diagnosticList } from "./diagnostic.ts";
import { defaultEngine, type EngineCapabilities } from "./engine-capabilities.ts";
import { type NegotiationResult, negotiateSnapshot } from "./negotiate.ts";
import { isRecord, ownValue } from "./own-record.ts";
import { type HostSnapshot, snapshotHost } from "./snapshot.ts";

export const HANDSHAKE_METHOD = "gsd/host-initialize";

/** A host's declaration on the wire. Without `protocolVersion` the engine's version is spoken. */
export interface HandshakeRequest {
  readonly protocolVersion?: Json;
  readonly axes: JsonObject;
}

function throughJson(descriptor: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(descriptor) ?? "null");
  } catch (cause) {
    throw new TypeError("A host descriptor must be representable as JSON.", { cause });
  }
}

/**
 * The request for a descriptor, given bare or as `{ protocolVersion?, axes }`. Reduced to JSON at once.
 * Throws TypeError when the descriptor is no object or cannot be JSON: the host's own mistake, before the wire.
 */
export function buildHandshakeRequest(descriptor: unknown): HandshakeRequest {
  const data = throughJson(descriptor);
  if (!isJsonObject(data)) throw new TypeError("A host descriptor must be an object.");
  const { protocolVersion, ...bare } = data;
  const axes = Object.hasOwn(data, "axes") ? data.axes : bare;
  if (!isJsonObject(axes)) throw new TypeError("The axes of a host descriptor must be an object.");
  return protocolVersion === undefined ? { axes } : { protocolVersion, axes };
}

function malformed(): HostSnapshot {
  const { report, diagnostics } = diagnosticList();
  report("request-invalid", "request");
  return { protocolVersion: undefined, axes: {}, flags: undefined, diagnostics };
}

/**
 * The engine's answer to a request from another process: the same as `negotiate` gives for the same declaration.
 * A version inside `axes` does not count. A malformed request is answered with floors and `request-invalid`.
 * Never throws.
 */
export function handleHandshakeRequest(
  request: unknown,
  engine: EngineCapabilities = defaultEngine(),
): NegotiationResult {
  const axes = ownValue(request, "axes");
  const host = isRecord(axes) ? snapshotHost(axes) : malformed();
  return negotiateSnapshot({ ...host, protocolVersion: ownValue(request, "protocolVersion") }, engine);
}
