import { describe, expect, test } from "bun:test";
import { isDeepStrictEqual } from "node:util";
import {
  buildHandshakeRequest,
  defaultEngine,
  type EngineCapabilities,
  handleHandshakeRequest,
  INTERFACE_POINTS,
  type NegotiationResult,
  negotiate,
} from "../../../engine/host/index.ts";
import { negotiationCases, type Row } from "./cases.ts";
import { FLOOR_AXES, FULL_AXES } from "./full-host.ts";

function levels(result: NegotiationResult, side: "hostLevel" | "effectiveLevel"): string {
  return INTERFACE_POINTS.map((point) => result.points[point][side][0]).join("");
}

function outcome(result: NegotiationResult) {
  return {
    version: result.protocolVersion,
    effective: result.effective,
    flags: result.flags,
    profile: result.profile,
    hostLevels: levels(result, "hostLevel"),
    effectiveLevels: levels(result, "effectiveLevel"),
    diagnostics: result.diagnostics.map(({ code, axis }) => `${code} ${axis}`),
  };
}

const NO_FLAGS = { systemMessages: false, childProcess: false, arbitraryFs: false, inProcess: false };

function expected(row: Row): ReturnType<typeof outcome> {
  const base = row.floors ? FLOOR_AXES : FULL_AXES;
  return {
    version: row.version ?? 1,
    effective: { ...base, ...row.effective, dispatch: { ...base.dispatch, ...row.dispatch } },
    flags: { ...NO_FLAGS, ...row.flags },
    profile: row.profile === undefined ? (row.floors ? null : "programmatic-cli") : row.profile,
    hostLevels: row.hostLevels ?? (row.floors ? "aaaaaa" : "ffffff"),
    effectiveLevels: row.effectiveLevels ?? (row.floors ? "aadadd" : "ffffff"),
    diagnostics: [...(row.diagnostics ?? [])],
  };
}

const call = ({ host, engine }: Row): NegotiationResult =>
  engine === undefined ? negotiate(host) : negotiate(host, engine.value as EngineCapabilities);

function isJsonObject(host: unknown): host is object {
  try {
    return typeof host === "object" && host !== null && isDeepStrictEqual(JSON.parse(JSON.stringify(host)), host);
  } catch {
    return false;
  }
}

describe("negotiation cases", () => {
  for (const { number, title, rows } of negotiationCases()) {
    test(`${number}: ${title}`, () => {
      for (const row of rows) {
        const result = call(row);
        expect(outcome(result)).toEqual(expected(row));
        expect(result.warnings).toHaveLength(result.diagnostics.length);
        expect(call(row)).toEqual(result);
        expect(() => Object.assign(result.effective.dispatch, { maxDepth: 9 })).toThrow(TypeError);
      }
    });
  }

  test("are sixty, numbered without a gap", () => {
    expect(negotiationCases().map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });

  test("give the same over the wire wherever the host is JSON", () => {
    const rows = negotiationCases()
      .flatMap((one) => one.rows)
      .filter(({ host }) => isJsonObject(host) && !Array.isArray(host) && !Object.hasOwn(host, "axes"));
    expect(rows.length).toBeGreaterThan(50);
    for (const row of rows) {
      const engine = (row.engine === undefined ? defaultEngine() : row.engine.value) as EngineCapabilities;
      const request = JSON.parse(JSON.stringify(buildHandshakeRequest(row.host)));
      expect(JSON.parse(JSON.stringify(handleHandshakeRequest(request, engine)))).toEqual(call(row));
    }
  });
});

describe("negotiation", () => {
  test("leaves the object prototype alone", () => {
    negotiate(JSON.parse('{"__proto__":{"polluted":true}}'));
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("takes no word outside the vocabulary, whatever an engine claims to know", () => {
    const engine = defaultEngine();
    const words = ["host", "telepathy", "constructor"];
    const eager = {
      ...engine,
      known: { ...engine.known, hookBus: words },
      drives: { ...engine.drives, hookBus: words },
    };
    for (const hookBus of ["telepathy", "constructor"]) {
      expect(negotiate({ hookBus }, eager).effective.hookBus).toBe("none");
    }
  });

  test("reports a host that hides a hundred unknown keys without a hundred lines", () => {
    const host = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`key${index}`, index]));
    const unknown = negotiate(host).diagnostics.filter(({ code }) => code === "key-unknown");
    expect(unknown).toHaveLength(16);
  });

  test("cuts and escapes what a host wrote before showing it", () => {
    const { warnings } = negotiate({ hookBus: `\u001b[31m${"x".repeat(10_000)}` });
    const shown = warnings.find((text) => text.startsWith("hookBus")) ?? "";
    expect(shown.length).toBeLessThan(200);
    expect(shown).not.toContain("\u001b");
  });

  test("holds flags that the axes rule out and says so", () => {
    const flags = { systemMessages: "undocumented", childProcess: 1, arbitraryFs: true, inProcess: true };
    const host = { embeddingMode: "declarative", stateIO: "session-log-append", runtime: "bun", flags };
    const result = negotiate(host);
    expect(result.flags).toEqual(NO_FLAGS);
    expect(result.diagnostics.filter(({ axis }) => axis.startsWith("flags"))).toEqual([
      { code: "axis-undocumented", axis: "flags.systemMessages" },
      { code: "value-not-boolean", axis: "flags.childProcess" },
      { code: "flag-withheld", axis: "flags.arbitraryFs" },
      { code: "flag-withheld", axis: "flags.inProcess" },
    ]);
  });

  test("grants each flag that is declared on a host able to hold it", () => {
    const flags = { systemMessages: true, childProcess: true, arbitraryFs: true, inProcess: true };
    const host = { embeddingMode: "imperative", stateIO: "filesystem", runtime: "node", flags };
    expect(negotiate(host).flags).toEqual(flags);
  });

  test("takes flags that are no record as undeclared", () => {
    const codes = (flags: unknown) =>
      negotiate({ flags })
        .diagnostics.filter(({ axis }) => axis === "flags")
        .map(({ code }) => code);
    expect(codes("undocumented")).toEqual(["axis-undocumented"]);
    expect(codes([true])).toEqual(["value-not-object"]);
    expect(codes(null)).toEqual([]);
  });
});
