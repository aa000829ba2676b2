/** Version of the host-integration protocol; unrelated to any package version. */
export const PROTOCOL_VERSION = 1;

/** Legal wherever a host declares a value, member of no vocabulary: "we do not know". It negotiates to the floor. */
export const UNDOCUMENTED = "undocumented";

/** Protocol version that introduced a value, its place on the ladder (0 is lowest), and what replaces it. */
export interface Member {
  readonly since: number;
  readonly rank: number;
  readonly successor?: string;
}

/**
 * One axis with a closed vocabulary. Values of one rank are not ordered among each other.
 * `stepsDown`: who can do a higher value can do the lower ones.
 */
export interface Axis<V extends string = string> {
  readonly name: string;
  readonly floor: V;
  readonly stepsDown: boolean;
  readonly members: Readonly<Record<V, Member>>;
}

const VOCABULARY = {
  embeddingMode: {
    name: "embeddingMode",
    floor: "declarative",
    stepsDown: false,
    members: { imperative: { since: 1, rank: 1 }, declarative: { since: 1, rank: 0 } },
  },
  commandSurface: {
    name: "commandSurface",
    floor: "prose-only",
    stepsDown: false,
    members: {
      "slash-programmatic": { since: 1, rank: 3 },
      "slash-file": { since: 1, rank: 3 },
      "slash-toml": { since: 1, rank: 2 },
      palette: { since: 1, rank: 1 },
      "prose-only": { since: 1, rank: 0 },
    },
  },
  modelMode: {
    name: "modelMode",
    floor: "passive",
    stepsDown: true,
    members: { active: { since: 1, rank: 1 }, passive: { since: 1, rank: 0 } },
  },
  hookBus: {
    name: "hookBus",
    floor: "none",
    stepsDown: false,
    members: { host: { since: 1, rank: 2 }, engine: { since: 1, rank: 1 }, none: { since: 1, rank: 0 } },
  },
  stateIO: {
    name: "stateIO",
    floor: "session-log-append",
    stepsDown: false,
    members: {
      filesystem: { since: 1, rank: 2 },
      "sandboxed-storage": { since: 1, rank: 1 },
      "session-log-append": { since: 1, rank: 0 },
    },
  },
  transport: {
    name: "transport",
    floor: "mcp",
    stepsDown: false,
    members: { mcp: { since: 1, rank: 0 }, "native-extension": { since: 1, rank: 0 } },
  },
  runtime: {
    name: "runtime",
    floor: "node",
    stepsDown: false,
    members: {
      node: { since: 1, rank: 0 },
      bun: { since: 1, rank: 0 },
      electron: { since: 1, rank: 0 },
      python: { since: 1, rank: 0 },
      go: { since: 1, rank: 0 },
      rust: { since: 1, rank: 0 },
      "sandboxed-web": { since: 1, rank: 0 },
      other: { since: 1, rank: 0 },
    },
  },
  effortSurface: {
    name: "effortSurface",
    floor: "none",
    stepsDown: true,
    members: { argv: { since: 1, rank: 1 }, none: { since: 1, rank: 0 } },
  },
} as const satisfies Record<string, Axis>;

export type AxisName = keyof typeof VOCABULARY;
export type AxisValue<A extends AxisName> = keyof (typeof VOCABULARY)[A]["members"] & string;

/** The axes that hold one word. The ninth, `dispatch`, is a record. */
export const AXES: { readonly [A in AxisName]: Axis<AxisValue<A>> } = VOCABULARY;

/** The same axes in the order in which they are negotiated. */
export const AXIS_NAMES = [
  "embeddingMode",
  "commandSurface",
  "modelMode",
  "hookBus",
  "stateIO",
  "transport",
  "runtime",
  "effortSurface",
] as const satisfies readonly AxisName[];

/** What a sub-agent may use. `built-in-only` can be declared and negotiates to `read-only`. */
export const SUBAGENT_TOOLKIT: Axis<"full" | "read-only" | "built-in-only"> = {
  name: "dispatch.subagentToolkit",
  floor: "read-only",
  stepsDown: true,
  members: {
    full: { since: 1, rank: 1 },
    "read-only": { since: 1, rank: 0 },
    "built-in-only": { since: 1, rank: 0 },
  },
};

/** Who gives a sub-agent its own working tree. */
export const ISOLATION: Axis<"harness-worktree" | "orchestrator-worktree" | "none"> = {
  name: "dispatch.isolation",
  floor: "none",
  stepsDown: false,
  members: {
    "harness-worktree": { since: 1, rank: 0 },
    "orchestrator-worktree": { since: 1, rank: 0 },
    none: { since: 1, rank: 0 },
  },
};

export const DISPATCH_FIELDS = [
  "namedDispatch",
  "nested",
  "maxDepth",
  "background",
  "subagentToolkit",
  "backgroundDispatch",
  "isolation",
  "maxConcurrency",
] as const;

/** How the host starts sub-agents. `maxDepth` -1 is unbounded; `maxConcurrency` is at least 1. */
export interface DispatchRecord {
  readonly namedDispatch: boolean;
  readonly nested: boolean;
  readonly maxDepth: number;
  readonly background: boolean;
  readonly subagentToolkit: "full" | "read-only";
  readonly backgroundDispatch: boolean;
  readonly isolation: keyof typeof ISOLATION.members;
  readonly maxConcurrency: number;
}

export const DISPATCH_FLOOR: DispatchRecord = {
  namedDispatch: false,
  nested: false,
  maxDepth: 0,
  background: false,
  subagentToolkit: "read-only",
  backgroundDispatch: false,
  isolation: "none",
  maxConcurrency: 1,
};

export const FLAG_NAMES = ["systemMessages", "childProcess", "arbitraryFs", "inProcess"] as const;
export type FlagName = (typeof FLAG_NAMES)[number];

/** What the runtime label alone does not say. All false when undeclared. */
export type RuntimeFlags = Readonly<Record<FlagName, boolean>>;

export const INTERFACE_POINTS = ["command", "dispatch", "model", "hooks", "state", "artifact"] as const;
export type InterfacePoint = (typeof INTERFACE_POINTS)[number];

export type Level = "full" | "degraded" | "absent";

/** The value of every axis after negotiation; nothing is missing. */
export type HostIntegrationAxes = { readonly [A in AxisName]: AxisValue<A> } & { readonly dispatch: DispatchRecord };
