import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import {
  createOpenCodeSandbox,
  type OpenCodeSandbox,
  type OpenCodeServe,
  runCli,
  startServe,
} from "../../bindings/live/opencode-host.ts";
import { type ScriptedModel, startScriptedModel, textOf, toolResults } from "../../bindings/live/scripted-model.ts";

const REFUSE_SHELL = `
export default {
  id: "refuse-shell",
  server: async () => ({
    "tool.execute.before": async ({ tool }) => {
      if (tool === "bash") throw new Error("the shell is closed today");
    },
  }),
};
`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("opencode serve", () => {
  let model: ScriptedModel;
  let sandbox: OpenCodeSandbox;
  let serve: OpenCodeServe;

  beforeAll(async () => {
    model = await startScriptedModel();
    sandbox = createOpenCodeSandbox({ model, dropIn: [{ name: "refuse-shell.js", source: REFUSE_SHELL }] });
    serve = await startServe(sandbox);
  });

  afterAll(async () => {
    await sandbox.remove();
    await model.stop();
  });

  test("a plugin's refusal of a tool call reaches the model", async () => {
    const session = await serve.client.createSession();
    model.play([
      { calls: [{ tool: "bash", args: { command: "echo hello", description: "Greets" } }] },
      (request) => ({ say: `refused: ${toolResults(request)[0]?.text}` }),
    ]);
    const answer = await serve.client.prompt(session.id, "Greet me");
    expect(answer.parts.find((part) => part.type === "text")?.text).toContain("the shell is closed today");
    const parts = (await serve.client.messages(session.id)).flatMap((message) => message.parts);
    expect(parts.find((part) => part.tool === "bash")?.state?.status).toBe("error");
  });

  test("reported usage over the limit forces a compaction", async () => {
    const session = await serve.client.createSession();
    const events = await serve.client.events();
    model.service = (request) => (/title/i.test(textOf(request)) ? "A title" : "THE-SUMMARY");
    model.play([{ say: "a long answer", usage: { input: 99_000, output: 10 } }, { say: "carried on" }]);
    await serve.client.promptAsync(session.id, "Fill the window");
    await events.waitFor(({ type }) => type === "session.compacted", 20_000);
    await serve.client.waitIdle(session.id, 20_000);
    const messages = await serve.client.messages(session.id);
    expect(messages.some(({ parts }) => parts.some((part) => part.text === "THE-SUMMARY"))).toBe(true);
    expect(messages.at(-1)?.parts.some((part) => part.text === "carried on")).toBe(true);
  });

  test("a manual compaction is answered by the service and takes no step", async () => {
    const session = await serve.client.createSession();
    await serve.client.prompt(session.id, "Say something");
    model.play([{ say: "kept" }]);
    await serve.client.summarize(session.id);
    expect(model.queued).toBe(1);
    model.clear();
  });

  test("an abort ends a turn whose model is silent", async () => {
    const session = await serve.client.createSession();
    const before = model.requests.length;
    model.play([{ hang: true }]);
    await serve.client.promptAsync(session.id, "Wait");
    const silent = await model.waitFor((request) => request.answeredBy?.hang === true, 15_000, before);
    await serve.client.abort(session.id);
    await serve.client.waitIdle(session.id, 10_000);
    expect((await serve.client.messages(session.id)).at(-1)?.info.error?.name).toBe("MessageAbortedError");
    expect(silent.cutOff).toBe(true);
  });

  test("a model named gpt-5 is offered apply_patch", async () => {
    const session = await serve.client.createSession();
    await serve.client.prompt(session.id, "Hello", { model: "mock/gpt-5" });
    const offered = model.requests.findLast((request) => request.offersTools)?.toolNames;
    expect(offered).toContain("apply_patch");
    expect(offered).not.toContain("edit");
  });

  test("stopping it leaves no process and no folder", async () => {
    const { pid } = serve;
    expect(isAlive(pid)).toBe(true);
    await serve.stop();
    expect(isAlive(pid)).toBe(false);
    expect(sandbox.processes.size).toBe(0);
    expect(existsSync(sandbox.root)).toBe(false);
  });
});

test("opencode run prints the scripted answer and ends", async () => {
  const model = await startScriptedModel();
  const sandbox = createOpenCodeSandbox({ model, git: false });
  try {
    model.play([{ say: "Good morning" }]);
    const result = await runCli(sandbox, ["run", "Hello"]);
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining("Good morning") });
  } finally {
    await sandbox.remove();
    await model.stop();
  }
  expect(existsSync(sandbox.root)).toBe(false);
});
