export interface Row {
  readonly name: string;
  readonly unit: "ms" | "MB" | "";
  readonly what: string;
}

const ms = (name: string, what: string): Row => ({ name, unit: "ms", what });

/** Every figure that the benchmark knows, in the order of its report. */
export const ROWS: readonly Row[] = [
  ms("start", "new process: import the plugin and call server()"),
  ms("config", "config hook, first call"),
  { name: "memory", unit: "MB", what: "resident memory that start and config add" },
  ms("first.call", "import, server(), config and a first tool call judged"),
  { name: "first.memory", unit: "MB", what: "resident memory that these add" },
  ms("session", "session.created, first call"),
  ms("hook.read", "tool.execute before + after of a read"),
  ms("hook.glob", "the same of a glob"),
  ms("hook.bash", "the same of a shell command"),
  ms("hook.edit", "the same of an edit"),
  ms("hook.write", "the same of a 10 KB write"),
  ms("record", "a line of the run record, from the event to the disk"),
  ms("script", "a process that does nothing: the least that a hook script costs"),
  ms("turn.small", "17 tool calls, project of 10 phases"),
  ms("turn.large", "17 tool calls, project of 300 phases"),
  { name: "children", unit: "", what: "child processes started by a turn" },
  ms("delay", "how late a 1 ms timer fires behind a hook, p95"),
  ms("compaction", "experimental.session.compacting"),
  ms("loop.cold", "library: load and resolve plan:pre once"),
  ms("loop.warm", "library: resolve plan:pre again"),
  ms("overlays.cold", "loop.cold with 200 installed capabilities"),
  ms("overlays.warm", "loop.warm with 200 installed capabilities"),
  ms("overlays.cli", "cli.loop with 200 installed capabilities"),
  ms("snapshot.small.cold", "library: first `progress`, 10 phases"),
  ms("snapshot.small.warm", "library: `progress` again, 10 phases"),
  ms("snapshot.large.cold", "library: first `progress`, 300 phases"),
  ms("snapshot.large.warm", "library: `progress` again, 300 phases"),
  ms("state.tiny", "`state json`, small STATE.md"),
  ms("state.half", "`state json`, STATE.md of 2.5 MB"),
  ms("state.5mb", "`state json`, STATE.md of 5 MB"),
  ms("roadmap.10", "`progress`, ROADMAP.md of 10 phases"),
  ms("roadmap.1000", "`progress`, ROADMAP.md of 1,000 phases"),
  ms("roadmap.2000", "`progress`, ROADMAP.md of 2,000 phases"),
  ms("edit.state.tiny", "`state add-decision`, small STATE.md"),
  ms("edit.state.half", "`state add-decision`, STATE.md of 2.5 MB"),
  ms("edit.state.5mb", "`state add-decision`, STATE.md of 5 MB"),
  ms("edit.roadmap.10", "`phase add`, ROADMAP.md of 10 phases"),
  ms("edit.roadmap.1000", "`phase add`, ROADMAP.md of 1,000 phases"),
  ms("edit.roadmap.2000", "`phase add`, ROADMAP.md of 2,000 phases"),
  ms("cli.loop", "own process: loop render-hooks plan:pre"),
  ms("cli.loop.node", "the same, both sides on Node"),
  ms("cli.state", "own process: state json, 10 phases"),
  ms("cli.large", "own process: progress, 300 phases"),
  { name: "memory.large", unit: "MB", what: "peak memory of that process" },
  ms("mcp.start", "MCP server: from its start to the answer of initialize"),
  ms("mcp.call", "MCP server: loop render-hooks plan:pre as a tool call"),
  { name: "mcp.memory", unit: "MB", what: "MCP server: peak memory" },
  ms("cli.history", "own process: progress, 300 phases, 3,000 commits"),
];

/** True for the row itself and for every row below a name: `hook` stands for `hook.read` and the rest. */
export function isNamed(row: string, names: readonly string[]): boolean {
  return names.some((name) => row === name || row.startsWith(`${name}.`));
}
