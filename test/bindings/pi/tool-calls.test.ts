import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Workplace } from "./bound-pi.ts";

let work: Workplace;
beforeEach(() => {
  work = new Workplace();
});
afterEach(() => work.remove());

const REFUSAL = { rule: "secret.read", reason: "it is a secret", remedy: "Ask the person." };
const CALL = { toolName: "read", toolCallId: "call-7", input: { path: "a.txt" } };
const never = () => new Promise<never>(() => undefined);

describe("the gate", () => {
  test("lets a call pass that the engine has nothing against", async () => {
    const { pi, engine } = await work.start();
    expect(await pi.raise("tool_call", CALL)).toBeUndefined();
    expect(engine.heard("tool.before")).toMatchObject([{ tool: "read", call: "call-7", args: { path: "a.txt" } }]);
  });

  test("blocks with the reason and what to do instead", async () => {
    const { pi, engine } = await work.start();
    engine.answers["tool.before"] = [{ type: "deny", ...REFUSAL }];
    expect(await pi.raise<object>("tool_call", CALL)).toEqual({
      block: true,
      reason: "Denied (secret.read): it is a secret. Ask the person.",
    });
  });

  test("changes the arguments in place", async () => {
    const { pi, engine } = await work.start();
    engine.answers["tool.before"] = [{ type: "replaceArgs", args: { path: "b.txt" } }];
    const call = { ...CALL, input: { path: "a.txt", limit: 3 } };
    expect(await pi.raise("tool_call", call)).toBeUndefined();
    expect(call.input).toEqual({ path: "b.txt", limit: 3 });
  });

  test.each([
    [true, true, undefined],
    [true, false, { block: true }],
    [false, true, { block: true }],
  ])("asks a person where there is one (%p) and does as they say (%p)", async (hasUI, agrees, outcome) => {
    const { pi, engine } = await work.start({ hasUI });
    engine.answers["tool.before"] = [{ type: "ask", ...REFUSAL }];
    pi.personAgrees = agrees;
    const answer = await pi.raise<object>("tool_call", CALL);
    if (outcome) expect(answer).toMatchObject(outcome);
    else expect(answer).toBeUndefined();
    expect(pi.questions).toHaveLength(hasUI ? 1 : 0);
    const said = hasUI && agrees ? "once" : "reject";
    expect(engine.heard("permission.answered")).toMatchObject([{ request: "call-7", answer: said }]);
  });

  test("is shut while the engine fails", async () => {
    const { pi, engine } = await work.start();
    engine.answers["tool.before"] = () => Promise.reject(new Error("broken"));
    expect(await pi.raise<object>("tool_call", CALL)).toMatchObject({ block: true });
    expect(pi.notes.at(-1)).toEqual({ level: "error", text: "Loopwright: tool.before failed: broken" });
  });

  test("is shut when the engine takes too long", async () => {
    const { pi, engine } = await work.start();
    engine.answers["tool.before"] = never;
    const verdict = pi.raise<object>("tool_call", CALL);
    work.clock.expire();
    expect(await verdict).toMatchObject({ block: true });
  });

  test("does not hold up an abort", async () => {
    const { pi, engine } = await work.start();
    engine.answers["tool.before"] = never;
    const verdict = pi.raise<object>("tool_call", CALL);
    pi.abort.abort();
    expect(await verdict).toMatchObject({ block: true });
  });
});

describe("what became of a call", () => {
  test("an executed one is told once, with its result", async () => {
    const { pi, engine } = await work.start();
    const content = [{ type: "text", text: "one" }, { type: "image" }, { type: "text", text: "two" }];
    await pi.raise("tool_call", CALL);
    await pi.raise("tool_result", { ...CALL, content, isError: false });
    await pi.raise("tool_execution_end", { ...CALL, result: { content }, isError: false });
    expect(engine.heard("tool.after")).toMatchObject([{ call: "call-7", outcome: "ok", result: "one\ntwo" }]);
  });

  test("a failed one is an error", async () => {
    const { pi, engine } = await work.start();
    await pi.raise("tool_result", { ...CALL, content: [], isError: true });
    expect(engine.heard("tool.after")).toMatchObject([{ outcome: "error" }]);
  });

  test("a blocked one is denied, one that never ran for other reasons is an error", async () => {
    const { pi, engine } = await work.start();
    engine.answers["tool.before"] = [{ type: "deny", ...REFUSAL }];
    await pi.raise("tool_call", CALL);
    const result = { content: [{ type: "text", text: "Denied" }] };
    await pi.raise("tool_execution_end", { ...CALL, result, isError: true });
    await pi.raise("tool_execution_end", { ...CALL, toolCallId: "call-8", result, isError: true });
    expect(engine.heard("tool.after")).toMatchObject([
      { call: "call-7", outcome: "denied", result: "Denied" },
      { call: "call-8", outcome: "error" },
    ]);
  });

  test("the engine can replace a result", async () => {
    const { pi, engine } = await work.start();
    engine.answers["tool.after"] = [{ type: "replaceResult", result: "(left out)" }];
    expect(await pi.raise<object>("tool_result", { ...CALL, content: [], isError: false })).toEqual({
      content: [{ type: "text", text: "(left out)" }],
    });
  });

  test("an engine that fails leaves the result as it is", async () => {
    const { pi, engine } = await work.start();
    engine.answers["tool.after"] = () => Promise.reject(new Error("broken"));
    expect(await pi.raise("tool_result", { ...CALL, content: [], isError: false })).toBeUndefined();
  });
});

test("our tools run the hub's commands for the model", async () => {
  const { pi, engine } = await work.start();
  expect(await pi.callTool("gsd_point", { action: "enter", point: "plan:pre" })).toBe(
    'point enter {"point":"plan:pre"}',
  );
  expect(engine.commands).toEqual([{ family: "point", subcommand: "enter", audience: "model", session: "session-1" }]);
});
