import { describe, expect, test } from "bun:test";
import { BusEvents } from "../../../bindings/opencode/events.ts";
import { Sessions } from "../../../bindings/opencode/sessions.ts";
import { Turns } from "../../../bindings/opencode/turns.ts";
import { type FieldCase, fieldCases, type Step } from "../../field/event-trace/case.ts";
import { FakeClock } from "../../field/event-trace/fake-clock.ts";
import { playCase } from "../../field/event-trace/play-case.ts";
import { ClientRecord, scriptedClient } from "../../field/event-trace/scripted-client.ts";

const SESSION = { sessionID: "ses_w" };
const MINUTE = 60_000;

/** A lead at work in a Guild project that waits for a person, so that nothing goes on by itself. */
function project(steps: readonly Step[], client: object = {}): FieldCase {
  const field = fieldCases("event-trace").find(({ id }) => id === "F06");
  if (!field) throw new Error("There is no case F06");
  const defaults = { agent_team: { enabled: true }, lean_lead: { hands_on_edit_threshold: 1 } };
  const files = { ...field.given.project, ".guild/settings.json": JSON.stringify({ defaults }) };
  const given = { ...field.given, project: files, client: { ...field.given.client, ...client } };
  return { ...field, given, steps: [...field.steps.slice(0, 1), ...dispatch, ...steps] };
}

const hook = (name: string, input: object, output: object = {}, label = name): Step => ({
  do: "hook",
  name,
  input: { ...SESSION, ...input },
  output: output as Readonly<Record<string, unknown>>,
  label,
});
const told = (type: string, properties: Readonly<Record<string, unknown>>): Step => ({
  do: "event",
  event: { type, properties },
});
const later = (ms: number): Step => ({ do: "clock", ms });
const request = hook("experimental.chat.system.transform", {}, { system: [] });

const task = { subagent_type: "scout", description: "a part", prompt: "Do it and hand in a receipt." };
const child = { id: "kid", parentID: "ses_w", directory: "$PROJECT", agent: "scout" };
const dispatch = [
  hook("tool.execute.before", { tool: "task", callID: "t1" }, { args: task }),
  told("session.created", { info: child }),
];

const silent = (toasts: readonly string[]) => toasts.filter((text) => text.startsWith("No sign of life"));

describe("a worker that goes silent", () => {
  test("is told of once: to the person, and to its lead with the next request", async () => {
    const trace = await playCase(project([later(10 * MINUTE), request, later(60 * MINUTE)]));
    expect(silent(trace.client.toasts)).toEqual(["No sign of life from scout (silent for 10 min)."]);
    expect(trace.texts("experimental.chat.system.transform", "system").join()).toContain("[GUILD TEAMMATE IDLE]");
  });

  test("is no news while it calls tools", async () => {
    const alive = [1, 2, 3].flatMap((call) => [
      later(6 * MINUTE),
      hook("tool.execute.before", { sessionID: "kid", tool: "grep", callID: `g${call}` }, { args: {} }),
    ]);
    const trace = await playCase(project(alive));
    expect(silent(trace.client.toasts)).toEqual([]);
  });

  test("is no news once the plugin is gone, or the session of its lead", async () => {
    const gone = told("session.deleted", { info: { id: "ses_w" } });
    for (const end of [{ do: "dispose" } as const, gone]) {
      const trace = await playCase(project([end, later(60 * MINUTE)]));
      expect(silent(trace.client.toasts)).toEqual([]);
    }
  });
});

test("what is said of a worker that stopped is said to its lead", async () => {
  const idle = told("session.idle", { sessionID: "kid" });
  const trace = await playCase(project([idle, later(1000), request]));
  expect(trace.texts("experimental.chat.system.transform", "system").join()).toContain(
    "lanes without a receipt: scout",
  );
});

describe("advice at the end of a turn", () => {
  const edit = { filePath: "src/a.ts", oldString: "a", newString: "b" };
  const turn = [
    hook("tool.execute.before", { tool: "edit", callID: "e1" }, { args: edit }),
    hook("tool.execute.after", { tool: "edit", callID: "e1", args: edit }, { output: "", metadata: {} }),
    told("session.idle", SESSION),
    later(1000),
  ];

  test("lies among the messages when the next turn begins, and starts none", async () => {
    const trace = await playCase(project([...turn, request]));
    expect(trace.client.prompts).toEqual([
      { session: "ses_w", text: expect.stringContaining("[GUILD LEAN-LEAD]"), noReply: true },
    ]);
    expect(trace.texts("experimental.chat.system.transform", "system")).toEqual([]);
  });

  test("comes with the next request where the host did not take it", async () => {
    const trace = await playCase(project([...turn, request], { "session.prompt": { $reject: "no" } }));
    expect(trace.texts("experimental.chat.system.transform", "system").join()).toContain("[GUILD LEAN-LEAD]");
  });
});

test("files that the host sees change, whoever changed them, are told of until they are gone", () => {
  const changed: unknown[] = [];
  const clock = new FakeClock(0);
  const record = new ClientRecord();
  const ignored = () => undefined;
  const events = new BusEvents({
    sessions: new Sessions(scriptedClient({}, record), 1000, clock),
    turns: new Turns(clock, ignored),
    folder: "/project",
    now: clock.now,
    emit: (event) => changed.push(event),
    compacted: ignored,
    closing: ignored,
  });
  for (const event of ["add", "change", "unlink"]) {
    events.take({ type: "file.watcher.updated", properties: { file: `/project/${event}.md`, event } });
  }
  expect(changed).toMatchObject([
    { type: "file.changed", path: "/project/add.md" },
    { type: "file.changed", path: "/project/change.md" },
  ]);
});
