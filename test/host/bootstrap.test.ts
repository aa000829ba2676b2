import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createOpenCodeSandbox, type OpenCodeSandbox, startServe } from "../../bindings/live/opencode-host.ts";
import { createPiSandbox, startPiRpc } from "../../bindings/live/pi-host.ts";
import {
  type ModelRequest,
  type ScriptedModel,
  startScriptedModel,
  textOf,
} from "../../bindings/live/scripted-model.ts";
import { content } from "../../plugin/content.generated.ts";

const ROOT = join(import.meta.dir, "..", "..");
const SAMPLE = join(ROOT, "try", "sample");
const BLOCK = content.bootstrap ?? "";
const OVER_THE_LIMIT = { input: 17_000, output: 10 };
const LONG = "A paragraph to be summed up. ".repeat(30);
const TIME = 90_000;

let model: ScriptedModel;
beforeAll(async () => {
  model = await startScriptedModel();
});
afterAll(() => model.stop());

function systemOf({ messages }: ModelRequest): string {
  return messages
    .filter(({ role }) => role === "system" || role === "developer")
    .map(({ text }) => text)
    .join("\n");
}

/** What stands in the system prompts from their beginning to the end of the block: one text if all is well. */
function beginnings(requests: readonly ModelRequest[]): readonly string[] {
  return [...new Set(requests.map((request) => systemOf(request).split(BLOCK, 1)[0] ?? ""))];
}

function blocksIn(requests: readonly ModelRequest[]): readonly number[] {
  return requests.map((request) => systemOf(request).split(BLOCK).length - 1);
}

async function inOpenCode(settings: object, act: (sandbox: OpenCodeSandbox) => Promise<void>): Promise<void> {
  const plugin = [pathToFileURL(join(ROOT, "dist", "opencode.js")).href];
  const sandbox = createOpenCodeSandbox({ model, project: SAMPLE, plugin });
  writeFileSync(join(sandbox.directory, ".planning", "config.json"), JSON.stringify({ loopwright: settings }));
  try {
    await act(sandbox);
  } finally {
    await sandbox.remove();
  }
}

test(
  "in OpenCode the lead has the block in each request, byte for byte, also after a compaction; its child has none",
  () =>
    inOpenCode({}, async (sandbox) => {
      const { client } = await startServe(sandbox);
      const { id } = await client.createSession({ title: "lead" });
      const from = model.requests.length;
      const task = { description: "Look", prompt: "Be the child.", subagent_type: "general" };
      const look = { tool: "read", args: { filePath: "README.md" } };
      model.play([
        { calls: [{ tool: "task", args: task }] },
        { say: "I looked." },
        { calls: [look] },
        { say: "Read." },
      ]);
      await client.command(id, "gsd-discuss-phase", "1");
      await client.summarize(id);
      await client.prompt(id, "Go on.");
      const requests = model.requests.slice(from).filter(({ offersTools }) => offersTools);
      const childs = requests.filter(({ messages }) =>
        messages.some(({ role, text }) => role === "user" && text === "Be the child."),
      );
      const leads = requests.filter((request) => !childs.includes(request));
      expect(leads.map((request) => textOf(request).includes("A short summary"))).toEqual([false, false, false, true]);
      expect(blocksIn(leads)).toEqual([1, 1, 1, 1]);
      expect(beginnings(leads)).toHaveLength(1);
      expect(blocksIn(childs)).toEqual([0]);
    }),
  TIME,
);

test(
  "in OpenCode a project can do without it",
  () =>
    inOpenCode({ bootstrap: false }, async (sandbox) => {
      const { client } = await startServe(sandbox);
      const { id } = await client.createSession({ title: "lead" });
      const from = model.requests.length;
      await client.prompt(id, "Hello");
      expect(blocksIn(model.requests.slice(from)).join("")).toMatch(/^0+$/);
    }),
  TIME,
);

test(
  "in pi the lead has the block in each request, byte for byte, also after a compaction",
  async () => {
    const sandbox = createPiSandbox({ model, project: SAMPLE, extensions: [join(ROOT, "dist", "pi.js")] });
    try {
      const { rpc } = await startPiRpc(sandbox);
      const from = model.requests.length;
      const look = { tool: "read", args: { path: "README.md" } };
      model.play([{ say: LONG }]);
      await rpc.prompt(`First. ${LONG}`);
      await rpc.waitIdle(15_000);
      model.play([{ calls: [look], usage: OVER_THE_LIMIT }, { calls: [look] }, { say: "read it" }]);
      await rpc.prompt(`Second. ${LONG}`);
      await rpc.waitIdle(15_000);
      await rpc.prompt("Third.");
      await rpc.waitIdle(15_000);
      expect(rpc.records.some(({ type }) => type === "compaction_end")).toBe(true);
      const requests = model.requests.slice(from).filter(({ offersTools }) => offersTools);
      expect(requests.length).toBeGreaterThanOrEqual(5);
      expect(blocksIn(requests)).toEqual(requests.map(() => 1));
      expect(beginnings(requests)).toHaveLength(1);
      const notes = rpc.records.filter(
        ({ method, message }) => method === "notify" && String(message).includes("Version"),
      );
      expect(notes.map(({ message }) => message)).toEqual([`Loopwright: ${content.card}`]);
    } finally {
      await sandbox.remove();
    }
  },
  TIME,
);
