import type { DispatchRecord, HostIntegrationAxes, RuntimeFlags } from "../../../engine/host/index.ts";
import { engineDispatching, engineWith, fullHost, withDispatch } from "./full-host.ts";

/**
 * One input and the whole expected result. `effective` and `dispatch` hold only what differs from the full host, or
 * from the floors when `floors` is set. `host` and `engine levels` are the six points in order, f, d or a each.
 */
export interface Row {
  readonly host: unknown;
  readonly engine?: { readonly value: unknown };
  readonly floors?: true;
  readonly version?: number;
  readonly effective?: Partial<Omit<HostIntegrationAxes, "dispatch">>;
  readonly dispatch?: Partial<DispatchRecord>;
  readonly flags?: Partial<RuntimeFlags>;
  readonly hostLevels?: string;
  readonly effectiveLevels?: string;
  readonly profile?: "programmatic-cli" | "declarative-cli" | "ide" | null;
  /** `code axis`, in order. */
  readonly diagnostics?: readonly string[];
}

export interface Case {
  readonly number: number;
  readonly title: string;
  readonly rows: readonly Row[];
}

const UNDECLARED = [
  "embeddingMode",
  "commandSurface",
  "dispatch",
  "modelMode",
  "hookBus",
  "stateIO",
  "transport",
  "runtime",
  "effortSurface",
].map((axis) => `axis-undeclared ${axis}`);

const DISPATCH_FIELDS = [
  "namedDispatch",
  "nested",
  "maxDepth",
  "background",
  "subagentToolkit",
  "backgroundDispatch",
  "isolation",
  "maxConcurrency",
];

const floors = (host: unknown, ...first: readonly string[]): Row => ({
  host,
  floors: true,
  diagnostics: [...first, ...UNDECLARED],
});

const NO_DEPTH = { nested: false, maxDepth: 0, background: false, backgroundDispatch: false } as const;
const NO_DISPATCH = { namedDispatch: false, ...NO_DEPTH } as const;
const ALL_FLOORS = { ...NO_DISPATCH, subagentToolkit: "read-only", maxConcurrency: 1 } as const;
const INCONSISTENT = "dispatch-inconsistent dispatch";
const MACHINE_FLAGS = { childProcess: true, arbitraryFs: true, inProcess: true };
const WITHHELD = ["childProcess", "arbitraryFs", "inProcess"].map((flag) => `flag-withheld flags.${flag}`);

const hookBus = (value: unknown, code: string): Row => ({
  host: fullHost({ hookBus: value }),
  effective: { hookBus: "none" },
  hostLevels: "fffaff",
  effectiveLevels: "fffaff",
  diagnostics: [`${code} hookBus`],
});

const version = (value: unknown, code: string): Row => ({
  host: fullHost({ protocolVersion: value }),
  version: 1,
  diagnostics: [`${code} protocolVersion`],
});

const depth = (value: unknown, code: string): Row => ({
  host: withDispatch({ maxDepth: value }),
  dispatch: NO_DEPTH,
  hostLevels: "faffff",
  effectiveLevels: "faffff",
  diagnostics: [`${code} dispatch.maxDepth`, INCONSISTENT],
});

const depthKept = (value: number, level: string): Row => ({
  host: withDispatch({ maxDepth: value }),
  dispatch: { maxDepth: value },
  hostLevels: level,
  effectiveLevels: level,
});

const toolkit = (value: unknown, code: string): Row => ({
  host: withDispatch({ subagentToolkit: value }),
  dispatch: { subagentToolkit: "read-only" },
  hostLevels: "fdffff",
  effectiveLevels: "fdffff",
  diagnostics: [`${code} dispatch.subagentToolkit`],
});

const isolation = (value: unknown, code: string): Row => ({
  host: withDispatch({ isolation: value }),
  diagnostics: [`${code} dispatch.isolation`],
});

const concurrency = (value: unknown, code: string): Row => ({
  host: withDispatch({ maxConcurrency: value }),
  dispatch: { maxConcurrency: 1 },
  diagnostics: [`${code} dispatch.maxConcurrency`],
});

const noDispatch = (dispatch: unknown): Row => ({
  host: fullHost({ dispatch }),
  dispatch: ALL_FLOORS,
  hostLevels: "faffff",
  effectiveLevels: "faffff",
  diagnostics: ["axis-undeclared dispatch"],
});

const throwing = (): never => {
  throw new Error("trap");
};

const throwingProxy = () =>
  new Proxy(fullHost(), {
    get: throwing,
    has: throwing,
    ownKeys: throwing,
    getOwnPropertyDescriptor: throwing,
    getPrototypeOf: throwing,
  });

const throwingGetter = () => Object.defineProperty(fullHost(), "hookBus", { get: throwing, enumerable: true });

const ownProto = () =>
  JSON.parse(`{"__proto__":{"hookBus":"none","polluted":true},${JSON.stringify(fullHost()).slice(1)}`);

const RUNTIMES = ["node", "bun", "electron", "python", "go", "rust", "sandboxed-web", "other"] as const;

/** The negotiation cases of the host-integration interface, by their numbers there. */
export function negotiationCases(): readonly Case[] {
  return [
    { number: 1, title: "a full host keeps everything", rows: [{ host: fullHost() }] },
    { number: 2, title: "an empty host gets floors", rows: [floors({})] },
    { number: 3, title: "null gets floors", rows: [floors(null, "host-not-object host")] },
    { number: 4, title: "undefined gets floors", rows: [floors(undefined, "host-not-object host")] },
    {
      number: 5,
      title: "no object, no declaration",
      rows: [5, "x", true, Symbol("host"), []].map((host) => floors(host, "host-not-object host")),
    },
    {
      number: 6,
      title: "a proxy with throwing traps gets floors",
      rows: [floors(throwingProxy(), "host-unreadable host")],
    },
    {
      number: 7,
      title: "a throwing getter costs its axis only",
      rows: [
        {
          ...hookBus(undefined, ""),
          host: throwingGetter(),
          diagnostics: ["accessor-ignored hookBus", "axis-undeclared hookBus"],
        },
      ],
    },
    { number: 8, title: "an object without prototype", rows: [hookBus(Object.create(null), "value-not-string")] },
    {
      number: 9,
      title: "an object that cannot become text",
      rows: [hookBus({ toString: 1, valueOf: 1 }, "value-not-string")],
    },
    { number: 10, title: "a list with the right word", rows: [hookBus(["host"], "value-not-string")] },
    { number: 11, title: "a symbol with the right word", rows: [hookBus(Symbol("host"), "value-not-string")] },
    {
      number: 12,
      title: "letter case and blanks count",
      rows: [hookBus("HOST", "value-unknown"), hookBus(" host", "value-unknown")],
    },
    {
      number: 13,
      title: "names of the object prototype are no values",
      rows: [hookBus("__proto__", "value-unknown"), hookBus("constructor", "value-unknown")],
    },
    { number: 14, title: "the sentinel gets the floor", rows: [hookBus("undocumented", "axis-undocumented")] },
    { number: 15, title: "null on an axis is undeclared", rows: [hookBus(null, "axis-undeclared")] },
    { number: 16, title: "inherited values do not count", rows: [floors(Object.create(fullHost()))] },
    {
      number: 17,
      title: "version 0 and below is invalid",
      rows: [version(0, "version-invalid"), version(-1, "version-invalid")],
    },
    { number: 18, title: "a fractional version is invalid", rows: [version(1.5, "version-invalid")] },
    {
      number: 19,
      title: "a version that is no number is invalid",
      rows: [Number.NaN, "1", null, 1n].map((value) => version(value, "version-invalid")),
    },
    { number: 20, title: "a newer host speaks our version", rows: [version(99, "version-newer")] },
    {
      number: 21,
      title: "a newer host's unknown value gets the floor",
      rows: [
        {
          host: fullHost({ protocolVersion: 99, commandSurface: "voice" }),
          version: 1,
          effective: { commandSurface: "prose-only" },
          hostLevels: "affffa",
          effectiveLevels: "affffd",
          diagnostics: ["version-newer protocolVersion", "value-unknown commandSurface"],
        },
      ],
    },
    {
      number: 22,
      title: "an unknown runtime has no flags",
      rows: [
        {
          host: fullHost({ runtime: "wasm", flags: MACHINE_FLAGS }),
          effective: { runtime: "node" },
          diagnostics: ["value-unknown runtime", ...WITHHELD],
        },
      ],
    },
    {
      number: 23,
      title: "an omitted runtime starts no processes",
      rows: [
        {
          host: fullHost({ runtime: undefined, flags: { childProcess: true } }),
          effective: { runtime: "node" },
          diagnostics: ["axis-undeclared runtime", "flag-withheld flags.childProcess"],
        },
      ],
    },
    {
      number: 24,
      title: "a sandboxed web runtime reaches nothing",
      rows: [
        {
          host: fullHost({ runtime: "sandboxed-web", flags: { ...MACHINE_FLAGS, systemMessages: true } }),
          effective: { runtime: "sandboxed-web" },
          flags: { systemMessages: true },
          profile: "ide",
          diagnostics: WITHHELD,
        },
      ],
    },
    {
      number: 25,
      title: "each runtime is kept",
      rows: RUNTIMES.map((runtime) => ({
        host: fullHost({ runtime }),
        effective: { runtime },
        profile: runtime === "sandboxed-web" ? "ide" : "programmatic-cli",
      })),
    },
    { number: 26, title: "a dispatch that is no record", rows: [null, 5, "x"].map(noDispatch) },
    { number: 27, title: "a dispatch that is a list", rows: [noDispatch([])] },
    {
      number: 28,
      title: "an empty dispatch misses each field",
      rows: [{ ...noDispatch({}), diagnostics: DISPATCH_FIELDS.map((field) => `axis-undeclared dispatch.${field}`) }],
    },
    {
      number: 29,
      title: "named dispatch must be literally true",
      rows: ["true", 1].map((namedDispatch) => ({
        host: withDispatch({ namedDispatch }),
        dispatch: NO_DISPATCH,
        hostLevels: "faffff",
        effectiveLevels: "faffff",
        diagnostics: ["value-not-boolean dispatch.namedDispatch", INCONSISTENT],
      })),
    },
    {
      number: 30,
      title: "without named dispatch nothing nests",
      rows: [
        {
          host: withDispatch({ namedDispatch: false }),
          dispatch: NO_DISPATCH,
          hostLevels: "faffff",
          effectiveLevels: "faffff",
          diagnostics: [INCONSISTENT],
        },
      ],
    },
    { number: 31, title: "unbounded depth is kept", rows: [depthKept(-1, "ffffff")] },
    { number: 32, title: "depth below -1 is invalid", rows: [depth(-7, "depth-invalid")] },
    {
      number: 33,
      title: "depth 0 rules out nesting and background",
      rows: [{ ...depth(0, ""), diagnostics: [INCONSISTENT] }],
    },
    { number: 34, title: "depth 1 is flat", rows: [depthKept(1, "fdffff")] },
    { number: 35, title: "depth 2 is full", rows: [depthKept(2, "ffffff")] },
    { number: 36, title: "a fractional depth is invalid", rows: [depth(2.5, "depth-invalid")] },
    {
      number: 37,
      title: "a depth that is no finite number is invalid",
      rows: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, "5", null].map((value) =>
        depth(value, "depth-invalid"),
      ),
    },
    { number: 38, title: "an undocumented depth is 0", rows: [depth("undocumented", "axis-undocumented")] },
    {
      number: 39,
      title: "depth without nesting is degraded",
      rows: [
        {
          host: withDispatch({ nested: false }),
          dispatch: { nested: false },
          hostLevels: "fdffff",
          effectiveLevels: "fdffff",
        },
      ],
    },
    {
      number: 40,
      title: "unbounded depth without nesting is degraded",
      rows: [
        {
          host: withDispatch({ nested: false, maxDepth: -1 }),
          dispatch: { nested: false, maxDepth: -1 },
          hostLevels: "fdffff",
          effectiveLevels: "fdffff",
        },
      ],
    },
    { number: 41, title: "a read-only toolkit", rows: [{ ...toolkit("read-only", ""), diagnostics: [] }] },
    { number: 42, title: "a built-in-only toolkit is read-only", rows: [toolkit("built-in-only", "toolkit-mapped")] },
    {
      number: 43,
      title: "an unusable toolkit is read-only",
      rows: [
        toolkit("future", "value-unknown"),
        toolkit(true, "value-not-string"),
        toolkit(undefined, "axis-undeclared"),
      ],
    },
    {
      number: 44,
      title: "each isolation is kept",
      rows: (["harness-worktree", "orchestrator-worktree", "none"] as const).map((value) => ({
        host: withDispatch({ isolation: value }),
        dispatch: { isolation: value },
      })),
    },
    {
      number: 45,
      title: "an unusable isolation is none",
      rows: [
        isolation("x-container", "value-unknown"),
        isolation(5, "value-not-string"),
        isolation(undefined, "axis-undeclared"),
        isolation("harness-worktre", "value-unknown"),
      ],
    },
    { number: 46, title: "concurrency is passed through", rows: [{ host: withDispatch({ maxConcurrency: 4 }) }] },
    {
      number: 47,
      title: "an unusable concurrency is 1",
      rows: [
        ...[0, -1, 2.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "4", null].map((value) =>
          concurrency(value, "concurrency-invalid"),
        ),
        concurrency(undefined, "axis-undeclared"),
        concurrency("undocumented", "axis-undocumented"),
      ],
    },
    {
      number: 48,
      title: "an engine that calls no models",
      rows: [
        {
          host: fullHost(),
          engine: { value: engineWith("drives", "modelMode", ["passive"]) },
          effective: { modelMode: "passive" },
          effectiveLevels: "ffdfff",
          diagnostics: ["capped-by-engine modelMode"],
        },
      ],
    },
    {
      number: 49,
      title: "an engine without effort",
      rows: [
        {
          host: fullHost(),
          engine: { value: engineWith("drives", "effortSurface", ["none"]) },
          effective: { effortSurface: "none" },
          diagnostics: ["capped-by-engine effortSurface"],
        },
      ],
    },
    {
      number: 50,
      title: "an engine of depth 1",
      rows: [
        {
          host: fullHost(),
          engine: { value: engineDispatching({ maxDepth: 1 }) },
          dispatch: { maxDepth: 1 },
          effectiveLevels: "fdffff",
          diagnostics: ["capped-by-engine dispatch.maxDepth"],
        },
      ],
    },
    {
      number: 51,
      title: "an engine that does not nest",
      rows: [
        {
          host: fullHost(),
          engine: { value: engineDispatching({ nested: false }) },
          dispatch: { nested: false },
          effectiveLevels: "fdffff",
          diagnostics: ["capped-by-engine dispatch.nested"],
        },
      ],
    },
    {
      number: 52,
      title: "an engine with read-only sub-agents",
      rows: [
        {
          host: fullHost(),
          engine: { value: engineDispatching({ subagentToolkit: "read-only" }) },
          dispatch: { subagentToolkit: "read-only" },
          effectiveLevels: "fdffff",
          diagnostics: ["capped-by-engine dispatch.subagentToolkit"],
        },
      ],
    },
    {
      number: 53,
      title: "a declarative engine",
      rows: [
        {
          host: fullHost(),
          engine: { value: engineWith("drives", "embeddingMode", ["declarative"]) },
          effective: { embeddingMode: "declarative" },
          diagnostics: ["capped-by-engine embeddingMode"],
        },
      ],
    },
    {
      number: 54,
      title: "an engine without a hook bus",
      rows: [
        {
          host: fullHost(),
          engine: { value: engineWith("drives", "hookBus", ["none"]) },
          effective: { hookBus: "none" },
          effectiveLevels: "fffaff",
          diagnostics: ["capped-by-engine hookBus"],
        },
      ],
    },
    {
      number: 55,
      title: "an engine that knows only the floor",
      rows: [
        {
          host: fullHost(),
          engine: { value: engineWith("known", "hookBus", ["none"]) },
          effective: { hookBus: "none" },
          effectiveLevels: "fffaff",
          diagnostics: ["value-unknown hookBus"],
        },
      ],
    },
    {
      number: 56,
      title: "an engine that does not know the floor",
      rows: [
        {
          ...hookBus(undefined, ""),
          engine: { value: engineWith("known", "hookBus", ["host"]) },
          diagnostics: ["axis-undeclared hookBus", "engine-vocabulary-narrow hookBus"],
        },
      ],
    },
    {
      number: 57,
      title: "no engine, only floors",
      rows: [null, {}].map((value) => ({
        host: fullHost({ flags: MACHINE_FLAGS }),
        engine: { value },
        floors: true,
        hostLevels: "ffffff",
        profile: "programmatic-cli",
        diagnostics: ["engine-invalid engine"],
      })),
    },
    {
      number: 58,
      title: "an own __proto__ key is only an unknown key",
      rows: [{ host: ownProto(), diagnostics: ["key-unknown host"] }],
    },
    {
      number: 59,
      title: "unknown keys are reported and ignored",
      rows: [
        { host: fullHost({ colour: "red", axes: 1 }), diagnostics: ["key-unknown host", "key-unknown host"] },
        { host: withDispatch({ colour: "red", builtInSubagents: [] }), diagnostics: ["key-unknown dispatch"] },
      ],
    },
    { number: 60, title: "a returned result cannot be changed", rows: [{ host: fullHost() }] },
  ];
}
