import { describe, expect, test } from "bun:test";
import { type FieldCase, fieldCases, type Step } from "../../field/event-trace/case.ts";
import { playCase } from "../../field/event-trace/play-case.ts";

function fieldCase(id: string): FieldCase {
  const found = fieldCases("event-trace").find((field) => field.id === id);
  if (!found) throw new Error(`There is no case ${id}`);
  return found;
}

const idle = (sessionID: string): Step => ({ do: "event", event: { type: "session.idle", properties: { sessionID } } });
const later = (ms: number): Step => ({ do: "clock", ms });
const compaction = (sessionID: string, label: string): readonly Step[] => [
  { do: "hook", name: "experimental.session.compacting", input: { sessionID }, output: { context: [] }, label },
  {
    do: "hook",
    name: "experimental.compaction.autocontinue",
    input: { sessionID, overflow: false },
    output: { enabled: true },
    label: `${label}, autocontinue`,
  },
];

/** In this session of the project a person does something else. */
const bystanders = ["ses_bystander"];
const created: Step = {
  do: "event",
  event: { type: "session.created", properties: { info: { id: "ses_bystander", directory: "$PROJECT" } } },
};

describe("a turn of a session", () => {
  test("ends once, however late the host repeats that it is idle", async () => {
    const field = fieldCase("F01");
    const steps = [...field.steps, later(60_000), idle("ses_root"), later(60_000)];
    const { client } = await playCase({ ...field, steps });
    expect(client.prompts).toHaveLength(1);
  });

  test("that the plugin's own message began is nobody's word: the brakes stay as they are", async () => {
    const field = fieldCase("F04");
    const echo: Step = {
      do: "hook",
      name: "chat.message",
      input: { sessionID: "ses_r" },
      output: { message: {}, parts: [{ type: "text", text: "$LAST_PROMPT" }] },
    };
    const untilCheck = field.steps.slice(
      0,
      field.steps.findIndex((step) => step.do === "check"),
    );
    const turn = untilCheck.slice(1, 5);
    const turns = [1, 2, 3, 4, 5].flatMap(() => [echo, ...turn]);
    const { client } = await playCase({ ...field, steps: [...untilCheck.slice(0, 5), ...turns] });
    expect(client.prompts).toHaveLength(2);
  });

  test("is not continued in a session that takes no part in the run", async () => {
    const field = fieldCase("F01");
    const { client } = await playCase({ ...field, steps: [created, idle("ses_bystander"), later(60_000)] }, bystanders);
    expect(client.prompts).toEqual([]);
  });
});

describe("a compaction of a session that takes no part in the run", () => {
  test("gets nothing of the run and goes on as the host would", async () => {
    const field = fieldCase("F06");
    const steps = [created, ...compaction("ses_bystander", "bystander"), ...compaction("ses_w", "waiting")];
    const trace = await playCase({ ...field, steps }, bystanders);
    expect(trace.hook("bystander").output).toEqual({ context: [] });
    expect(trace.hook("bystander, autocontinue").output).toEqual({ enabled: true });
    expect(trace.hook("waiting, autocontinue").output).toEqual({ enabled: false });
  });
});
