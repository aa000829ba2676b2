import { expect, test } from "bun:test";
import { type FieldCase, fieldCases, type Step } from "../../field/event-trace/case.ts";
import { playCase } from "../../field/event-trace/play-case.ts";

const SESSION = { sessionID: "ses_w" };
const DECISION = "Store tide heights in millimetres";

/** A project that has noted a decision, with a session at work in it. */
function project(isOn: boolean): FieldCase {
  const field = fieldCases("event-trace").find(({ id }) => id === "F06");
  if (!field) throw new Error("There is no case F06");
  const config = JSON.stringify({ memory: { enabled: isOn } });
  const given = { ...field.given, project: { ...field.given.project, ".planning/config.json": config } };
  return { ...field, given, steps: [...field.steps.slice(0, 1), ...compaction, nextRequest] };
}

const compaction: readonly Step[] = [
  { do: "hook", name: "experimental.session.compacting", input: SESSION, output: { context: [] }, label: "summary" },
  {
    do: "hook",
    name: "experimental.compaction.autocontinue",
    input: { ...SESSION, overflow: false },
    output: { enabled: true },
    label: "autocontinue",
  },
];
const nextRequest: Step = {
  do: "hook",
  name: "experimental.chat.system.transform",
  input: SESSION,
  output: { system: [] },
  label: "request",
};

async function said(isOn: boolean) {
  const trace = await playCase(project(isOn));
  const { context } = trace.hook("summary").output as { readonly context: readonly string[] };
  const { system } = trace.hook("request").output as { readonly system: readonly string[] };
  return { summary: context.join("\n"), request: system.join("\n") };
}

test("what a compaction kept is in the model's next request, and not in the one for the summary", async () => {
  const { summary, request } = await said(true);
  expect(summary).toContain("Next action: ");
  expect(summary).not.toContain(DECISION);
  expect(request).toContain(`Learnt here: [Phase 1]: ${DECISION}`);
});

test("nothing is recalled while memory is off", async () => {
  const { request } = await said(false);
  expect(request).toContain("Next action: ");
  expect(request).not.toContain(DECISION);
});
