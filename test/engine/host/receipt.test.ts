import { describe, expect, test } from "bun:test";
import { negotiate, receiptsOf } from "../../../engine/host/index.ts";
import { engineWith, fullHost } from "./full-host.ts";

describe("receipts", () => {
  test("are none for a full host", () => {
    expect(receiptsOf(negotiate(fullHost()))).toEqual([]);
  });

  test("are one per point for a host that declares nothing", () => {
    const receipts = receiptsOf(negotiate({}));
    expect(receipts.map(({ point }) => point)).toEqual(["command", "dispatch", "model", "hooks", "state", "artifact"]);
    for (const { diagnostics } of receipts) expect(diagnostics.map(({ code }) => code)).toEqual(["axis-undeclared"]);
  });

  test("tell what the engine lowered from what the host lacks", () => {
    const engine = engineWith("drives", "modelMode", ["passive"]) as never;
    const [hooks, ...others] = receiptsOf(negotiate(fullHost({ hookBus: "engine" }))).map((one) => ({
      ...one,
      fallback: typeof one.fallback,
    }));
    expect(others).toEqual([]);
    expect(hooks).toEqual({
      point: "hooks",
      declared: "degraded",
      effective: "engine",
      level: "degraded",
      fallback: "string",
      diagnostics: [],
    });
    expect(receiptsOf(negotiate(fullHost(), engine))).toMatchObject([
      {
        point: "model",
        declared: "full",
        effective: "passive",
        level: "degraded",
        diagnostics: [{ code: "capped-by-engine" }],
      },
    ]);
  });

  test("of dispatch hold the record and the diagnostics of its fields", () => {
    const host = fullHost({ dispatch: { namedDispatch: true, maxDepth: 1, nested: "yes" } });
    const [receipt] = receiptsOf(negotiate(host));
    expect(receipt).toMatchObject({ point: "dispatch", effective: { namedDispatch: true, maxDepth: 1 } });
    expect(receipt?.diagnostics).toContainEqual({ code: "value-not-boolean", axis: "dispatch.nested" });
  });
});
