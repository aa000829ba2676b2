import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createOpenCodeSandbox,
  type OpenCodeSandbox,
  type OpenCodeServe,
  startServe,
} from "../../bindings/live/opencode-host.ts";
import { createScratchFolder, type ScratchFolder, writeInto } from "../../bindings/live/scratch-folder.ts";
import { type ScriptedModel, startScriptedModel, textOf } from "../../bindings/live/scripted-model.ts";

const ROOT = join(import.meta.dir, "..", "..");
const CAPSULE = "[Loopwright] State of the work";
const CONTINUATION = "[Loopwright] The work is not finished.";
const OVERTAKEN = "[Loopwright] The person has spoken";
const TIME = 60_000;

/** While a continuation is on its way, a person says something else; the host takes that up first. */
const INTERRUPT = `
let arrived;
const spoken = new Promise((resolve) => { arrived = resolve; });
let isDone = false;
export default {
  id: "interrupt",
  server: async ({ client }) => ({
    "chat.message": async ({ sessionID }, { parts }) => {
      const text = parts.map((part) => part.text ?? "").join("");
      if (text === "Leave that for now.") arrived();
      const isWanted = parts.length > 0 && text.includes("The work is not finished") && process.env.INTERRUPT === "1";
      if (!isWanted || isDone) return;
      isDone = true;
      const model = { providerID: "mock", modelID: "big" };
      const body = { agent: "build", model, parts: [{ type: "text", text: "Leave that for now." }] };
      await client.session.promptAsync({ path: { id: sessionID }, body });
      await spoken;
    },
  }),
};
`;

let model: ScriptedModel;
let folder: ScratchFolder;
let interrupt: string;

beforeAll(async () => {
  model = await startScriptedModel();
  folder = createScratchFolder("loopwright-interrupt", false);
  interrupt = join(folder.path, "interrupt.js");
  writeInto(interrupt, INTERRUPT);
});

afterAll(async () => {
  await model.stop();
  folder.remove();
});

async function withServe(
  env: Readonly<Record<string, string>>,
  act: (serve: OpenCodeServe, sandbox: OpenCodeSandbox) => Promise<void>,
): Promise<void> {
  const plugin = [interrupt, join(ROOT, "dist", "opencode.js")].map((file) => pathToFileURL(file).href);
  const sandbox = createOpenCodeSandbox({ model, project: join(ROOT, "try", "sample"), plugin, env });
  try {
    await act(await startServe(sandbox), sandbox);
  } finally {
    await sandbox.remove();
  }
}

const speakers = (serve: OpenCodeServe, session: string) =>
  serve.client.messages(session).then((messages) =>
    messages
      .filter(({ info }) => info.role === "user")
      .map(({ info, parts }) => ({
        agent: info.agent,
        model: (info as { readonly model?: { readonly modelID: string } }).model?.modelID,
        text: parts[0]?.text ?? "",
      })),
  );

/** A person begins the step with the agent that plans and another model. */
async function begin(serve: OpenCodeServe): Promise<string> {
  const { id } = await serve.client.createSession();
  const command = { command: "gsd-discuss-phase", arguments: "1", agent: "plan", model: "mock/gpt-5" };
  await serve.client.request("POST", `/session/${id}/command`, command, TIME);
  await serve.client.waitIdle(id, 15_000, 1000);
  return id;
}

test(
  "a continuation speaks as the person did, with agent and model",
  () =>
    withServe({}, async (serve) => {
      const [command, continuation, ...more] = await speakers(serve, await begin(serve));
      expect(command).toMatchObject({ agent: "plan", model: "gpt-5" });
      expect(continuation).toEqual({ agent: "plan", model: "gpt-5", text: expect.stringContaining(CONTINUATION) });
      expect(more).toEqual([]);
    }),
  TIME,
);

test(
  "a person who speaks while a continuation is on its way is heard, and it asks for nothing any more",
  () =>
    withServe({ INTERRUPT: "1" }, async (serve) => {
      const from = model.requests.length;
      const said = await speakers(serve, await begin(serve));
      expect(said[1]).toEqual({ agent: "build", model: "big", text: expect.stringContaining(OVERTAKEN) });
      expect(said[2]).toEqual({ agent: "build", model: "big", text: "Leave that for now." });
      const heard = model.requests.slice(from).find((request) => textOf(request).includes("Leave that for now."));
      expect(heard && textOf(heard)).not.toContain(CONTINUATION);
    }),
  TIME,
);

test(
  "after a compaction every request of the turn carries the same capsule, and the next turn none",
  () =>
    withServe({}, async (serve, sandbox) => {
      const id = await begin(serve);
      const from = model.requests.length;
      const look = { tool: "read", args: { filePath: join(sandbox.directory, "README.md") } };
      model.play([
        { calls: [look], usage: { input: 99_000, output: 10 } },
        { calls: [look] },
        { calls: [look] },
        { say: "I rest." },
      ]);
      await serve.client.prompt(id, "Go on", { agent: "build", model: "mock/big" });
      await serve.client.waitIdle(id, 15_000, 1000);
      const systems = model.requests
        .slice(from)
        .filter(({ offersTools }) => offersTools)
        .map(({ messages }) => messages.flatMap(({ role, text }) => (role === "system" ? [text] : [])).join("\n"));
      const [before = "", first = "", second, third, next] = systems;
      expect(before).not.toContain(CAPSULE);
      expect(first.split(CAPSULE)).toEqual([expect.stringContaining(before), expect.stringContaining("Next action: ")]);
      expect([second, third]).toEqual([first, first]);
      expect(next).toEqual(before);
    }),
  TIME,
);
