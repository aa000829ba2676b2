import { describe, expect, test } from "bun:test";
import {
  admit,
  buildHandshakeRequest,
  type HostDescriptor,
  handleHandshakeRequest,
  INTERFACE_POINTS,
  type NegotiationResult,
  negotiate,
  openCodeDescriptor,
  piDescriptor,
} from "../../../engine/host/index.ts";

const letters = (result: NegotiationResult) =>
  INTERFACE_POINTS.map((point) => result.points[point].effectiveLevel[0]).join("");
const codes = (result: NegotiationResult) => result.diagnostics.map(({ code, axis }) => `${code} ${axis}`);
const ALL_FLAGS = { systemMessages: true, childProcess: true, arbitraryFs: true, inProcess: true };
const EVERYTHING = { points: INTERFACE_POINTS, writesState: true };

const own: HostDescriptor["dispatch"] = {
  namedDispatch: true,
  nested: true,
  maxDepth: 2,
  background: true,
  subagentToolkit: "full",
  backgroundDispatch: false,
  isolation: "none",
  maxConcurrency: 3,
};

describe("OpenCode", () => {
  const result = negotiate(openCodeDescriptor({ runtime: "bun" }));

  test("has one flat level of sub-agents and leaves models to the host", () => {
    expect(letters(result)).toBe("fddfff");
    expect(result.effective.dispatch).toMatchObject({ namedDispatch: true, nested: false, maxDepth: 1 });
    expect(codes(result)).toEqual(["axis-undocumented dispatch.maxConcurrency"]);
  });

  test("is a programmatic host that can do all that its flags say", () => {
    expect(result.profile).toBe("programmatic-cli");
    expect(result.flags).toEqual(ALL_FLAGS);
    expect(admit(result, EVERYTHING)).toEqual({ ok: true });
  });

  test("is taken on the runtime that was found at load", () => {
    expect(negotiate(openCodeDescriptor({ runtime: "node" })).effective.runtime).toBe("node");
  });
});

describe("pi", () => {
  const result = negotiate(piDescriptor({ runtime: "node" }));

  test("has no sub-agents of its own", () => {
    expect(letters(result)).toBe("faffff");
    expect(codes(result)).toEqual([
      "axis-undocumented dispatch.subagentToolkit",
      "axis-undocumented dispatch.maxConcurrency",
    ]);
  });

  test("has full dispatch when the binding brings it", () => {
    const brought = negotiate(piDescriptor({ runtime: "bun", dispatch: own }));
    expect(letters(brought)).toBe("ffffff");
    expect(codes(brought)).toEqual([]);
  });

  test("keeps state in files and is admitted once its model call is bound", () => {
    expect(result.effective.stateIO).toBe("filesystem");
    expect(result.flags).toEqual(ALL_FLAGS);
    expect(admit(result, EVERYTHING, { sendRequest: true })).toEqual({ ok: true });
    expect(admit(result, EVERYTHING)).toMatchObject({ reasons: [{ code: "no-model-primitive" }] });
  });
});

test("both descriptors give the same over the wire", () => {
  for (const descriptor of [openCodeDescriptor({ runtime: "bun" }), piDescriptor({ runtime: "node", dispatch: own })]) {
    expect(handleHandshakeRequest(buildHandshakeRequest(descriptor))).toEqual(negotiate(descriptor));
  }
});
