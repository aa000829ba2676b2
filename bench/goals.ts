import { type Figure, gsd, gsdCpu, least, leastCpu, lower, net, orderOfDoubling, quotient, times } from "./figures.ts";

/**
 * A release bar. `faster`: the reference takes at least so many times as long. `share`: ours is at most this part of
 * the reference. `atMost`: ours alone is at most this.
 */
export interface Bar {
  readonly kind: "faster" | "share" | "atMost";
  readonly limit: number;
}

export interface Goal {
  /** Number of the goal; several rows may share one. */
  readonly id: number;
  readonly title: string;
  readonly unit: "ms" | "MB" | "";
  readonly ours: Figure;
  readonly reference?: Figure;
  readonly bar: Bar;
}

const TOOLS = ["read", "glob", "bash", "edit", "write"];

const ours = (row: string): Figure => least(row, "ours");
const gsdOnBun = (row: string): Figure => least(row, "gsd-bun");
const omo = (row: string): Figure => least(row, "omo");

export const GOALS: readonly Goal[] = [
  against(1, "plugin start, against GSD", "start", gsd("start"), share(2)),
  against(1, "plugin start, against OMO", "start", omo("start"), faster(30)),
  against(2, "config hook", "config", gsd("config"), faster(3)),
  ...TOOLS.map((tool) => against(3, `hooks of a ${tool} call`, `hook.${tool}`, gsd(`hook.${tool}`), faster(200))),
  alone(3, "child processes of a turn", "", ours("children"), 0),
  against(4, "turn of 17 calls, against GSD", "turn.small", gsd("turn.small"), faster(400)),
  against(4, "turn of 17 calls, against OMO", "turn.small", omo("turn.small"), share(1.5)),
  alone(5, "event-loop delay of a hook, p95", "ms", ours("delay"), 2),
  against(7, "session.created", "session", gsd("session"), faster(10)),
  against(8, "session.compacting", "compaction", gsd("compaction"), faster(10)),
  against(9, "loop, library, load + first", "loop.cold", gsd("loop.cold"), faster(4)),
  against(10, "loop, library, warm", "loop.warm", gsd("loop.warm"), faster(50)),
  against(9, "the same, 200 capabilities", "overlays.cold", gsd("overlays.cold"), faster(20)),
  against(10, "loop, library, warm, 200 capabilities", "overlays.warm", gsd("overlays.warm"), faster(500)),
  ownProcess(11, "loop, own process, 200 capabilities, CPU", "overlays.cli", faster(10)),
  ownProcess(11, "loop, own process, CPU", "cli.loop", faster(4)),
  ownProcess(12, "loop, own process, Node, CPU", "cli.loop.node", faster(2.5)),
  ownProcess(13, "state json, own process, CPU", "cli.state", faster(4)),
  ownProcess(14, "300 phases, own process, CPU", "cli.large", faster(30)),
  against(14, "300 phases, in-process, warm", "snapshot.large.warm", gsdCpu("cli.large"), faster(500)),
  ownProcess(15, "300 phases, 3,000 commits, CPU", "cli.history", faster(60)),
  against(16, "MCP server, start to initialize", "mcp.start", gsdOnBun("mcp.start"), share(2.2)),
  against(17, "MCP server, command as a tool call", "mcp.call", gsd("mcp.call"), faster(50)),
  { ...against(19, "MCP server, peak memory", "mcp.memory", gsdOnBun("mcp.memory"), share(1.3)), unit: "MB" },
  { ...against(20, "memory the plugin adds", "memory", gsd("memory"), share(0.75)), unit: "MB" },
  { ...against(21, "peak memory, 300 phases", "memory.large", gsd("memory.large"), share(0.5)), unit: "MB" },
  netOfStart(22, "STATE.md of 5 MB, net CPU", "state.5mb", "state.tiny", faster(15)),
  netOfStart(23, "ROADMAP.md of 2,000 phases, net CPU", "roadmap.2000", "roadmap.10", faster(50)),
  doubling(24, "growth order, 2.5 to 5 MB of STATE.md", ["state.5mb", "state.half", "state.tiny"]),
  doubling(24, "growth order, 1,000 to 2,000 phases", ["roadmap.2000", "roadmap.1000", "roadmap.10"]),
  doubling(24, "the same, adding a decision", ["edit.state.5mb", "edit.state.half", "edit.state.tiny"]),
  doubling(24, "the same, adding a phase", ["edit.roadmap.2000", "edit.roadmap.1000", "edit.roadmap.10"]),
  alone(25, "turn on 300 against 10 phases", "", quotient(ours("turn.large"), ours("turn.small")), 1.5),
  against(26, "a call recorded, against 3 bare processes", "record", times(3, gsd("script")), faster(1000)),
];

function against(id: number, title: string, row: string, reference: Figure, bar: Bar): Goal {
  return { id, title, unit: "ms", ours: ours(row), reference, bar };
}

/** Whole processes are compared by CPU time, which the load of the machine moves least. */
function ownProcess(id: number, title: string, row: string, bar: Bar): Goal {
  return { id, title, unit: "ms", ours: leastCpu(row, "ours"), reference: gsdCpu(row), bar };
}

function netOfStart(id: number, title: string, row: string, base: string, bar: Bar): Goal {
  const reference = lower(net(row, base, "gsd-bun"), net(row, base, "gsd-node"));
  return { id, title, unit: "ms", ours: net(row, base, "ours"), reference, bar };
}

function doubling(id: number, title: string, [long, half, base]: readonly [string, string, string]): Goal {
  return alone(id, title, "", orderOfDoubling(net(long, base, "ours"), net(half, base, "ours")), 1.2);
}

function alone(id: number, title: string, unit: Goal["unit"], figure: Figure, limit: number): Goal {
  return { id, title, unit, ours: figure, bar: { kind: "atMost", limit } };
}

function faster(limit: number): Bar {
  return { kind: "faster", limit };
}

function share(limit: number): Bar {
  return { kind: "share", limit };
}
