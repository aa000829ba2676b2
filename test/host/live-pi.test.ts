import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import {
  createPiSandbox,
  type PiSandbox,
  type RunningPi,
  runPiPrint,
  startPiRpc,
} from "../../bindings/live/pi-host.ts";
import { type ScriptedModel, startScriptedModel, textOf, toolResults } from "../../bindings/live/scripted-model.ts";

const REFUSE_SHELL = `
export default function (pi) {
  pi.on("tool_call", (event) =>
    event.toolName === "bash" ? { block: true, reason: "the shell is closed today" } : undefined,
  );
  pi.registerCommand("ask", {
    description: "Asks a person",
    handler: async (args, ctx) => {
      const yes = await ctx.ui.confirm("Really?", args);
      ctx.ui.notify(yes ? "agreed" : "declined");
    },
  });
}
`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("pi in RPC mode", () => {
  let model: ScriptedModel;
  let sandbox: PiSandbox;
  let pi: RunningPi;

  beforeAll(async () => {
    model = await startScriptedModel();
    const extension = { name: "refuse-shell.js", source: REFUSE_SHELL };
    sandbox = createPiSandbox({ model, projectExtensions: [extension], trust: true });
    pi = await startPiRpc(sandbox);
  });

  afterAll(async () => {
    await sandbox.remove();
    await model.stop();
  });

  test("an extension's refusal of a tool call reaches the model", async () => {
    model.play([
      { calls: [{ tool: "bash", args: { command: "echo hello" } }] },
      (request) => ({ say: `refused: ${toolResults(request)[0]?.text}` }),
    ]);
    const { records } = await pi.rpc.prompt("Greet me");
    expect(await pi.rpc.lastAnswer()).toContain("the shell is closed today");
    expect(records.find(({ type }) => type === "tool_execution_end")).toMatchObject({
      toolName: "bash",
      isError: true,
    });
  });

  test("reported usage over the limit forces a compaction, answered by the service", async () => {
    model.service = () => "THE-SUMMARY";
    const long = "A paragraph to be summed up. ".repeat(30);
    model.play([{ say: long }, { say: "a long answer", usage: { input: 17_000, output: 10 } }]);
    await pi.rpc.prompt(`First. ${long}`);
    const { records } = await pi.rpc.prompt(`Second. ${long}`);
    await pi.rpc.waitIdle(15_000);
    expect(records.find(({ type }) => type === "compaction_end")).toMatchObject({ reason: "threshold" });
    await pi.rpc.prompt("And now?");
    const newest = model.requests.findLast((request) => request.offersTools);
    expect(newest && textOf(newest)).toContain("THE-SUMMARY");
  });

  test("an abort ends a run whose model is silent", async () => {
    const before = model.requests.length;
    model.play([{ hang: true }]);
    await pi.rpc.promptAsync("Wait");
    const silent = await model.waitFor((request) => request.answeredBy?.hang === true, 15_000, before);
    await pi.rpc.abort();
    await pi.rpc.waitIdle(10_000);
    expect((await pi.rpc.messages()).at(-1)).toMatchObject({ role: "assistant", stopReason: "aborted" });
    expect(silent.cutOff).toBe(true);
  });

  test("a question to the person is answered by the driver", async () => {
    pi.rpc.onDialog = () => ({ confirmed: true });
    const { disposition, records } = await pi.rpc.prompt("/ask for the test");
    expect(disposition).toBe("handled");
    expect(records.find(({ method }) => method === "confirm")).toMatchObject({ message: "for the test" });
    expect(records.find(({ method }) => method === "notify")).toMatchObject({ message: "agreed" });
  });

  test("stopping it leaves no process and no folder", async () => {
    const { pid } = pi;
    expect(isAlive(pid)).toBe(true);
    expect(await pi.stop()).toEqual({ code: 0, signal: null });
    expect(isAlive(pid)).toBe(false);
    expect(sandbox.processes.size).toBe(0);
    expect(existsSync(sandbox.root)).toBe(false);
  });
});

test("pi -p prints the scripted answer and ends", async () => {
  const model = await startScriptedModel();
  const sandbox = createPiSandbox({ model, git: false });
  try {
    model.play([{ say: "Good morning" }]);
    expect(await runPiPrint(sandbox, "Hello")).toMatchObject({ code: 0, stdout: "Good morning\n" });
  } finally {
    await sandbox.remove();
    await model.stop();
  }
  expect(existsSync(sandbox.root)).toBe(false);
});
