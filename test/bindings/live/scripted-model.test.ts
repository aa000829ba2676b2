import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type ScriptedModel, startScriptedModel, textOf, toolResults } from "../../../bindings/live/scripted-model.ts";

const TOOLS = [{ type: "function", function: { name: "bash" } }];

describe("the scripted model", () => {
  let model: ScriptedModel;

  beforeEach(async () => {
    model = await startScriptedModel();
  });

  afterEach(() => model.stop());

  function complete(body: object, signal?: AbortSignal): Promise<Response> {
    const init = { method: "POST", body: JSON.stringify({ model: "big", ...body }), ...(signal ? { signal } : {}) };
    return fetch(`${model.url}/chat/completions`, init);
  }

  async function answer(body: object): Promise<string | null> {
    const { choices } = (await (await complete(body)).json()) as { choices: { message: { content: string | null } }[] };
    return choices[0]?.message.content ?? null;
  }

  test("answers tool-offering requests from the queue, then with done", async () => {
    model.play([{ say: "one" }, { say: "two" }]);
    const said = [];
    for (let turn = 0; turn < 3; turn++) said.push(await answer({ tools: TOOLS }));
    expect(said).toEqual(["one", "two", "done"]);
  });

  test("a request without tools is a service call and takes no step", async () => {
    model.service = (request) => `title of ${textOf(request)}`;
    model.play([{ say: "one" }]);
    expect(await answer({ messages: [{ role: "user", content: "a talk" }] })).toBe("title of a talk");
    expect(model.queued).toBe(1);
    expect(model.requests[0]).toMatchObject({ offersTools: false, answeredBy: undefined });
  });

  test("a step whose condition fails waits for a later request", async () => {
    model.play([{ say: "for the child", when: (request) => textOf(request).includes("child") }, { say: "for anyone" }]);
    expect(await answer({ tools: TOOLS, messages: [{ role: "user", content: "parent" }] })).toBe("for anyone");
    expect(await answer({ tools: TOOLS, messages: [{ role: "user", content: "child" }] })).toBe("for the child");
  });

  test("a step may be computed from the newest tool results", async () => {
    model.play([(request) => ({ say: JSON.stringify(toolResults(request)) })]);
    const call = (id: string, command: string) => ({
      id,
      function: { name: "bash", arguments: `{"command":"${command}"}` },
    });
    const messages = [
      { role: "assistant", tool_calls: [call("old", "pwd")] },
      { role: "tool", tool_call_id: "old", content: "/" },
      { role: "assistant", content: null, tool_calls: [call("a", "ls"), call("b", "id")] },
      { role: "tool", tool_call_id: "a", content: [{ type: "text", text: "files" }] },
      { role: "tool", tool_call_id: "b", content: "me" },
    ];
    expect(JSON.parse((await answer({ tools: TOOLS, messages })) ?? "")).toEqual([
      { callId: "a", tool: "bash", args: { command: "ls" }, text: "files" },
      { callId: "b", tool: "bash", args: { command: "id" }, text: "me" },
    ]);
  });

  test("streams calls and the usage it was told to report", async () => {
    model.play([{ calls: [{ tool: "bash", args: { command: "ls" } }], usage: { input: 99_000, output: 5 } }]);
    const text = await (await complete({ tools: TOOLS, stream: true })).text();
    const events = text
      .split("\n\n")
      .filter((block) => block.startsWith("data: {"))
      .map((block) => JSON.parse(block.slice("data: ".length)));
    expect(events.at(-1)?.usage).toEqual({ prompt_tokens: 99_000, completion_tokens: 5, total_tokens: 99_005 });
    expect(text).toContain('"arguments":"{\\"command\\":\\"ls\\"}"');
    expect(text.trimEnd().endsWith("data: [DONE]")).toBe(true);
  });

  test("an error step answers with its status, and a step that throws is not retried away", async () => {
    model.play([
      { error: { status: 429, message: "slow down" } },
      () => {
        throw new Error("unexpected question");
      },
    ]);
    expect((await complete({ tools: TOOLS })).status).toBe(429);
    const second = await complete({ tools: TOOLS });
    expect(second.status).toBe(400);
    expect(await second.text()).toContain("unexpected question");
  });

  test("a hanging answer ends when the client goes away", async () => {
    model.play([{ hang: true }]);
    const leave = new AbortController();
    const asked = complete({ tools: TOOLS }, leave.signal).then(
      () => "answered",
      () => "left",
    );
    const request = await model.waitFor(({ answeredBy }) => answeredBy?.hang === true, 5_000);
    leave.abort();
    expect(await asked).toBe("left");
    expect(request.serial).toBe(1);
  });

  test("a hanging answer ends when the model stops", async () => {
    model.play([{ hang: true }]);
    const asked = complete({ tools: TOOLS }).then(
      () => "answered",
      () => "broken off",
    );
    await model.waitFor(({ answeredBy }) => answeredBy?.hang === true, 5_000);
    await model.stop();
    expect(await asked).toBe("broken off");
  });

  test("a wait for a request that does not come ends at its deadline", async () => {
    expect(model.waitFor(() => true, 20)).rejects.toThrow("no fitting record within 20 ms");
  });
});
