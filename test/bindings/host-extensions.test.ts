import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExtensionEvent } from "@earendil-works/pi-coding-agent";
import type { Hooks, PluginInput } from "@opencode-ai/plugin";
import { bindOpenCode } from "../../bindings/opencode/bind.ts";
import { bindPi } from "../../bindings/pi/bind.ts";
import { COVERED_EVENTS, coverageOf, describeCoverage } from "../../bindings/shared/hook-coverage.ts";
import { content } from "../../plugin/content.generated.ts";
import { FakeClock } from "../field/event-trace/fake-clock.ts";
import { ClientRecord, scriptedClient } from "../field/event-trace/scripted-client.ts";
import { FakePi } from "./pi/fake-pi.ts";
import { ScriptedEngine } from "./pi/scripted-engine.ts";

/** The type checker refuses these lists as soon as a host has a point more or less than they name. */
const OPENCODE: Readonly<Record<keyof Hooks, "bound" | "unused">> = {
  dispose: "bound",
  event: "bound",
  config: "bound",
  tool: "bound",
  auth: "unused",
  provider: "unused",
  "chat.message": "bound",
  "chat.params": "unused",
  "chat.headers": "unused",
  "permission.ask": "unused",
  "command.execute.before": "bound",
  "tool.execute.before": "bound",
  "tool.execute.after": "bound",
  "shell.env": "bound",
  "tool.definition": "unused",
  "experimental.chat.messages.transform": "unused",
  "experimental.chat.system.transform": "bound",
  "experimental.session.compacting": "bound",
  "experimental.compaction.autocontinue": "bound",
  "experimental.text.complete": "unused",
  "experimental.provider.small_model": "unused",
};

const PI: Readonly<Record<ExtensionEvent["type"], "bound" | "unused">> = {
  session_start: "bound",
  input: "bound",
  before_agent_start: "bound",
  context: "bound",
  tool_call: "bound",
  tool_result: "bound",
  tool_execution_end: "bound",
  message_end: "bound",
  session_before_compact: "bound",
  session_compact: "bound",
  session_shutdown: "bound",
  agent_settled: "bound",
  project_trust: "unused",
  resources_discover: "unused",
  session_info_changed: "unused",
  session_before_switch: "unused",
  session_before_fork: "unused",
  session_compact_failed: "unused",
  mcp_servers_change: "unused",
  session_before_tree: "unused",
  session_tree: "unused",
  context_with_system: "unused",
  cache_warming_decision: "unused",
  before_provider_request: "unused",
  before_provider_headers: "unused",
  after_provider_response: "unused",
  provider_stream_event: "unused",
  agent_start: "unused",
  agent_end: "unused",
  agent_before_settle: "unused",
  ui_prompt_start: "unused",
  ui_prompt_end: "unused",
  turn_start: "unused",
  turn_end: "unused",
  message_start: "unused",
  message_update: "unused",
  tool_execution_start: "unused",
  tool_execution_update: "unused",
  model_select: "unused",
  thinking_level_select: "unused",
  user_bash: "unused",
};

const folder = realpathSync(mkdtempSync(join(tmpdir(), "extensions-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function namesOf(points: Readonly<Record<string, "bound" | "unused">>): string[] {
  return Object.keys(points).filter((name) => points[name] === "bound");
}

describe("of the points that a host offers, those are bound that the lists name", () => {
  const bind = { content, version: "1.0.0", entry: join(folder, "x.js"), home: folder, clock: new FakeClock(0) };

  test("in OpenCode", () => {
    const input: unknown = { client: scriptedClient({}, new ClientRecord()), directory: folder, worktree: folder };
    const hooks = bindOpenCode(input as PluginInput, undefined, { ...bind, engineFor: () => new ScriptedEngine() });
    expect(Object.keys(hooks).sort()).toEqual(namesOf(OPENCODE).sort());
  });

  test("in pi", () => {
    const pi = new FakePi({ folder });
    bindPi(pi.api, { ...bind, engineFor: () => new ScriptedEngine() });
    expect(Object.keys(PI).filter((name) => pi.hears(name))).toEqual(namesOf(PI));
  });
});

describe("the coverage of a loaded copy", () => {
  test("names every event, what it is bound to, when it last fired, and what it degrades to", () => {
    const events = {
      "session.start": { count: 2, last: 1000 },
      "context.compacted": { count: 1, last: 5000 },
      "turn.stop": { count: 4, last: 6000 },
    };
    const coverage = coverageOf({ host: "opencode", hooks: ["event", "tool.execute.before"], events });
    expect(coverage.map(({ event }) => event)).toEqual([...COVERED_EVENTS]);
    expect(coverage[0]).toMatchObject({ count: 3, last: 5000, degradedTo: expect.stringContaining("resumed") });
    expect(describeCoverage(coverage[0] as never)).toContain("fired 3 time(s), last 1970-01-01T00:00:05.000Z");
    expect(describeCoverage(coverage[2] as never)).toContain("never fired; degrades to: ");
    expect(describeCoverage(coverage[4] as never)).toStartWith("PreCompact: not bound");
    expect(coverage[5]).toMatchObject({ event: "SubagentStop", bound: ["event:session.idle"], count: 0, last: null });
  });

  test("of an unknown host is nothing", () => {
    expect(coverageOf({ host: "other", hooks: [], events: {} }).every(({ bound }) => bound.length === 0)).toBe(true);
  });
});
