const u = "undocumented";

type Yes = boolean | typeof u;

/** One published host: its values, the six levels it negotiates to, and its profile. */
export interface MatrixRow {
  readonly host: string;
  readonly axes: Readonly<Record<string, unknown>>;
  readonly levels: string;
  readonly profile: "programmatic-cli" | "declarative-cli" | "ide";
  readonly flattens: boolean;
}

const SURFACES: Readonly<Record<string, string>> = { sf: "slash-file", sp: "slash-programmatic", pal: "palette" };
const TOOLKITS: Readonly<Record<string, string>> = { f: "full", r: "read-only", b: "built-in-only", u };
const ISOLATIONS: Readonly<Record<string, string>> = {
  hw: "harness-worktree",
  ow: "orchestrator-worktree",
  none: "none",
  u,
};

type Dispatch = readonly [
  named: Yes,
  nested: Yes,
  depth: number | typeof u,
  bg: Yes,
  tk: string,
  bgDisp: Yes,
  iso: string,
];

function row(
  host: string,
  [embedding, surface]: readonly ["i" | "d", "sf" | "sp" | "pal"],
  [namedDispatch, nested, maxDepth, background, toolkit, backgroundDispatch, isolation]: Dispatch,
  [modelMode, hookBus, runtime]: readonly [string, string, string],
  levels: string,
  other: Readonly<Record<string, unknown>> & { readonly maxConcurrency?: number } = {},
): MatrixRow {
  const { maxConcurrency = u, ...axes } = other;
  const ide = runtime === "sandboxed-web";
  return {
    host,
    levels,
    profile: embedding === "d" ? "declarative-cli" : ide ? "ide" : "programmatic-cli",
    flattens: host !== "cursor",
    axes: {
      embeddingMode: embedding === "i" ? "imperative" : "declarative",
      commandSurface: SURFACES[surface],
      dispatch: {
        namedDispatch,
        nested,
        maxDepth,
        background,
        subagentToolkit: TOOLKITS[toolkit],
        backgroundDispatch,
        isolation: ISOLATIONS[isolation],
        maxConcurrency,
      },
      modelMode,
      hookBus,
      runtime,
      stateIO: "filesystem",
      transport: "mcp",
      effortSurface: u,
      ...axes,
    },
  };
}

/** Hosts as published, so that negotiation is tried on declarations that exist. */
export function hostMatrix(): readonly MatrixRow[] {
  const effort = { effortSurface: "argv" };
  return [
    row("antigravity", ["d", "sf"], [u, u, u, true, "f", u, "u"], ["passive", "host", "go"], "fadfff"),
    row("augment", ["d", "sf"], [true, u, u, true, "f", u, "u"], ["passive", "host", "node"], "fadfff"),
    row("claude", ["i", "sf"], [true, true, 5, true, "f", false, "hw"], ["passive", "host", "node"], "ffdfff", {
      ...effort,
      maxConcurrency: 20,
    }),
    row("cline", ["i", "sf"], [true, false, 1, true, "r", false, "u"], ["active", "host", "node"], "fdffff"),
    row("codebuddy", ["d", "sf"], [true, false, 1, true, "f", false, "u"], ["passive", "host", "node"], "fddfff"),
    row("codex", ["d", "sf"], [true, true, 1, true, "f", true, "ow"], ["passive", "host", "node"], "fddfff", effort),
    row("copilot", ["d", "sf"], [true, false, 1, true, "f", false, "u"], ["passive", "host", u], "fddfff"),
    row("cursor", ["i", "sf"], [true, true, 2, true, "f", true, "hw"], ["passive", "host", "node"], "ffdfff"),
    row("hermes", ["i", "sp"], [false, true, 1, true, "r", false, "u"], ["active", "host", "python"], "faffff"),
    row("kilo", ["i", "sf"], [true, true, -1, true, "u", false, "u"], ["active", "host", "bun"], "fdffff"),
    row("kimi", ["i", "sf"], [true, false, 1, true, "u", true, "ow"], ["passive", "host", "python"], "fddfff"),
    row("kimi-code", ["d", "sf"], [false, true, u, true, "b", true, "ow"], ["passive", "host", "node"], "fadfff"),
    row("opencode", ["i", "sf"], [true, u, u, false, "f", false, "ow"], ["active", "host", "bun"], "faffff", effort),
    row("pi", ["i", "sp"], [false, false, 0, false, "u", false, "none"], ["active", "host", "bun"], "faffdf", {
      stateIO: "session-log-append",
      transport: "native-extension",
    }),
    row("qwen", ["i", "sf"], [true, false, 1, true, "f", false, "u"], ["passive", "host", "node"], "fddfff"),
    row("trae", ["i", "sf"], [true, u, u, true, "u", u, "u"], ["passive", "engine", "node"], "faddff"),
    row("vscode", ["i", "pal"], [true, true, 5, true, "u", u, "u"], ["active", "engine", "sandboxed-web"], "ddfdda", {
      stateIO: "sandboxed-storage",
    }),
    row("windsurf", ["d", "sf"], [u, u, u, u, "u", u, "none"], ["passive", "host", u], "fadfff"),
    row("zcode", ["d", "sf"], [true, u, u, false, "f", false, "none"], ["passive", "host", "electron"], "fadfff"),
  ];
}
