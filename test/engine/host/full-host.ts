import { defaultEngine, type EngineCapabilities, type HostIntegrationAxes } from "../../../engine/host/index.ts";

const FULL: HostIntegrationAxes = {
  embeddingMode: "imperative",
  commandSurface: "slash-file",
  dispatch: {
    namedDispatch: true,
    nested: true,
    maxDepth: 5,
    background: true,
    subagentToolkit: "full",
    backgroundDispatch: true,
    isolation: "none",
    maxConcurrency: 4,
  },
  modelMode: "active",
  hookBus: "host",
  stateIO: "filesystem",
  transport: "mcp",
  runtime: "bun",
  effortSurface: "argv",
};

/** The effective values of a host that offers everything. */
export const FULL_AXES: HostIntegrationAxes = FULL;

/** The effective values of a host that declares nothing. */
export const FLOOR_AXES: HostIntegrationAxes = {
  embeddingMode: "declarative",
  commandSurface: "prose-only",
  dispatch: {
    namedDispatch: false,
    nested: false,
    maxDepth: 0,
    background: false,
    subagentToolkit: "read-only",
    backgroundDispatch: false,
    isolation: "none",
    maxConcurrency: 1,
  },
  modelMode: "passive",
  hookBus: "none",
  stateIO: "session-log-append",
  transport: "mcp",
  runtime: "node",
  effortSurface: "none",
};

type Loose = Record<string, unknown>;

function without(record: Loose): Loose {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** A fresh full host with some axes replaced; a value of undefined leaves the axis out. */
export function fullHost(changes: Loose = {}): Loose {
  return without({ ...structuredClone(FULL), ...changes });
}

/** A fresh full host with some dispatch fields replaced; a value of undefined leaves the field out. */
export function withDispatch(changes: Loose): Loose {
  return fullHost({ dispatch: without({ ...FULL.dispatch, ...changes }) });
}

type Part = "known" | "drives";

/** The default engine with one list of one axis replaced. */
export function engineWith(part: Part, axis: keyof EngineCapabilities["known"], values: readonly string[]): unknown {
  const engine = defaultEngine();
  return { ...engine, [part]: { ...engine[part], [axis]: values } };
}

/** The default engine with a lower ceiling for sub-agents. */
export function engineDispatching(changes: Loose): unknown {
  const engine = defaultEngine();
  return { ...engine, dispatch: { ...engine.dispatch, ...changes } };
}
