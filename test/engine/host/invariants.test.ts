import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  AXES,
  AXIS_NAMES,
  buildHandshakeRequest,
  degradationFor,
  type EngineCapabilities,
  handleHandshakeRequest,
  INTERFACE_POINTS,
  negotiate,
  profileOf,
  receiptsOf,
} from "../../../engine/host/index.ts";
import { anyEngine, anyHost, jsonHost, narrowEngine } from "./arbitraries.ts";

const RUNS = { numRuns: 600 };

const rank = (axis: (typeof AXIS_NAMES)[number], value: string): number =>
  (AXES[axis].members as Record<string, { rank: number }>)[value]?.rank ?? Number.NaN;

function isFrozenThrough(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozenThrough);
}

describe("negotiation always", () => {
  test("I1: gives the declared value, a lesser one that the engine drives, or the floor", () => {
    fc.assert(
      fc.property(jsonHost, narrowEngine, (host, engine) => {
        const { effective } = negotiate(host, engine as unknown as EngineCapabilities);
        for (const axis of AXIS_NAMES) {
          const value = effective[axis];
          const declared = Object.hasOwn(host, axis) ? host[axis] : undefined;
          if (value === AXES[axis].floor) continue;
          expect(engine.drives[axis]).toContain(value);
          if (value !== declared) expect(rank(axis, value)).toBeLessThan(rank(axis, String(declared)));
        }
      }),
      RUNS,
    );
  });

  test("I1: grants nothing in dispatch beyond what both sides offer", () => {
    fc.assert(
      fc.property(jsonHost, narrowEngine, (host, engine) => {
        const { dispatch } = negotiate(host, engine as unknown as EngineCapabilities).effective;
        const declared = Object(Object.hasOwn(host, "dispatch") ? host.dispatch : {});
        const offers = [declared, engine.dispatch];
        for (const field of ["namedDispatch", "nested", "background", "backgroundDispatch"] as const) {
          if (dispatch[field]) expect(offers.map((offer) => offer[field])).toEqual([true, true]);
        }
        if (dispatch.subagentToolkit === "full") {
          expect(offers.map((offer) => offer.subagentToolkit)).toEqual(["full", "full"]);
        }
        if (!dispatch.namedDispatch) expect(dispatch.maxDepth).toBe(0);
        if (dispatch.maxDepth === 0) expect([dispatch.nested, dispatch.background]).toEqual([false, false]);
      }),
      RUNS,
    );
  });

  test("I2: gives words that the engine knows, or floors", () => {
    fc.assert(
      fc.property(anyHost, narrowEngine, (host, engine) => {
        const { effective } = negotiate(host(), engine as unknown as EngineCapabilities);
        for (const axis of AXIS_NAMES) {
          expect([...(engine.known[axis] ?? []), AXES[axis].floor]).toContain(effective[axis]);
        }
      }),
      RUNS,
    );
  });

  test("I3: returns, for any host and any engine", () => {
    fc.assert(
      fc.property(anyHost, anyEngine, (host, engine) => {
        const ours = engine() as EngineCapabilities;
        negotiate(host(), ours);
        handleHandshakeRequest(host(), ours);
        handleHandshakeRequest({ axes: host(), protocolVersion: host() }, ours);
        profileOf(host());
        for (const point of INTERFACE_POINTS) degradationFor(point, host());
      }),
      RUNS,
    );
  });

  test("I4: repeats itself, freezes its result and leaves the input alone", () => {
    fc.assert(
      fc.property(jsonHost, anyEngine, (host, engine) => {
        const before = JSON.stringify(host);
        const ours = engine() as EngineCapabilities;
        const first = negotiate(host, ours);
        expect(negotiate(host, ours)).toEqual(first);
        expect(isFrozenThrough(first)).toBe(true);
        expect(JSON.stringify(host)).toBe(before);
      }),
      RUNS,
    );
  });

  test("I5: gives data that JSON does not change, receipts included", () => {
    fc.assert(
      fc.property(anyHost, anyEngine, (host, engine) => {
        const result = negotiate(host(), engine() as EngineCapabilities);
        expect(JSON.parse(JSON.stringify(result))).toStrictEqual(result);
        expect(JSON.parse(JSON.stringify(receiptsOf(result)))).toStrictEqual(receiptsOf(result));
      }),
      RUNS,
    );
  });

  test("I6: gives the same over the wire as in the process", () => {
    fc.assert(
      fc.property(jsonHost, anyEngine, (host, engine) => {
        const request = JSON.parse(JSON.stringify(buildHandshakeRequest(host)));
        const ours = engine() as EngineCapabilities;
        const answer = JSON.parse(JSON.stringify(handleHandshakeRequest(request, ours)));
        expect(answer).toStrictEqual(negotiate(host, ours));
      }),
      RUNS,
    );
  });
});
