import { describe, expect, test } from "bun:test";
import {
  buildHandshakeRequest,
  defaultEngine,
  HANDSHAKE_METHOD,
  handleHandshakeRequest,
  negotiate,
} from "../../../engine/host/index.ts";
import { FLOOR_AXES, fullHost } from "./full-host.ts";

describe("the handshake request", () => {
  test("has its own method name", () => {
    expect(HANDSHAKE_METHOD).toBe("gsd/host-initialize");
  });

  test("lifts the version of a bare descriptor out of the axes", () => {
    const request = buildHandshakeRequest(fullHost({ protocolVersion: 1 }));
    expect(request).toEqual({ protocolVersion: 1, axes: fullHost() as never });
  });

  test("accepts a descriptor that is already split", () => {
    expect(buildHandshakeRequest({ protocolVersion: 2, axes: { hookBus: "host" } })).toEqual({
      protocolVersion: 2,
      axes: { hookBus: "host" },
    });
    expect(buildHandshakeRequest({ axes: {} })).toEqual({ axes: {} });
  });

  test("is JSON from the start", () => {
    const request = buildHandshakeRequest({ hookBus: undefined, run: () => 0, dispatch: { maxDepth: Number.NaN } });
    expect(request).toStrictEqual({ axes: { dispatch: { maxDepth: null } } });
  });

  test("refuses what is no object or cannot be JSON", () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const angry = {
      toJSON: () => {
        throw new RangeError("no");
      },
    };
    for (const descriptor of [null, undefined, 5, "x", [], () => 0, circular, { depth: 1n }, angry, { axes: 5 }]) {
      expect(() => buildHandshakeRequest(descriptor)).toThrow(TypeError);
    }
  });
});

describe("the handshake answer", () => {
  test("to a malformed request is floors with request-invalid", () => {
    for (const request of [null, undefined, 5, "x", [], {}, { axes: null }, { axes: [] }, fullHost()]) {
      const answer = handleHandshakeRequest(request);
      expect(answer.effective).toEqual(FLOOR_AXES);
      expect(answer.diagnostics[0]).toEqual({ code: "request-invalid", axis: "request" });
    }
  });

  test("ignores a version inside the axes", () => {
    const inner = handleHandshakeRequest({ protocolVersion: 1, axes: fullHost({ protocolVersion: "junk" }) });
    expect(inner).toEqual(negotiate(fullHost({ protocolVersion: 1 })));
  });

  test("speaks the engine's version when the host names none", () => {
    const engine = { ...defaultEngine(), protocolVersion: 3 };
    expect(handleHandshakeRequest({ axes: {} }, engine).protocolVersion).toBe(3);
    expect(handleHandshakeRequest({ axes: {}, protocolVersion: 2 }, engine).protocolVersion).toBe(2);
  });
});
