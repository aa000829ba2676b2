import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createOpenCodeSandbox, startServe } from "../../bindings/live/opencode-host.ts";
import { startScriptedModel, textOf } from "../../bindings/live/scripted-model.ts";

const ROOT = join(import.meta.dir, "..", "..");

test("advice at the end of a turn lies in the session, asks for no answer, and is read with the next prompt", async () => {
  const model = await startScriptedModel();
  const sandbox = createOpenCodeSandbox({
    model,
    project: join(ROOT, "try", "sample"),
    plugin: [pathToFileURL(join(ROOT, "dist", "opencode.js")).href],
  });
  mkdirSync(join(sandbox.directory, ".guild"));
  writeFileSync(join(sandbox.directory, ".guild", "settings.json"), "{}");
  const config = JSON.stringify({ loopwright: { continuation: { enabled: false } } });
  writeFileSync(join(sandbox.directory, ".planning", "config.json"), config);
  const serve = await startServe(sandbox);
  try {
    const { client } = serve;
    const session = await client.createSession();
    const events = await client.events();
    const task = { description: "Look", prompt: "Look around.", subagent_type: "general" };
    const file = { filePath: join(sandbox.directory, "notes.txt"), content: "seen\n" };
    model.play([
      { calls: [{ tool: "task", args: task }] },
      { say: "I looked." },
      { calls: [{ tool: "write", args: file }] },
      { say: "That is all." },
    ]);
    await client.command(session.id, "gsd-discuss-phase", "1");
    const left = await events.waitFor(({ type, properties }) => {
      return type === "message.part.updated" && JSON.stringify(properties).includes("GUILD_REFLECT");
    }, 10_000);
    expect(left.properties).toMatchObject({ part: { synthetic: true, sessionID: session.id } });
    await client.waitIdle(session.id, 10_000, 500);
    const asked = model.requests.length;
    expect(model.requests.some((request) => textOf(request).includes("GUILD_REFLECT"))).toBe(false);
    model.play([{ say: "I go on." }]);
    await client.prompt(session.id, "Go on.");
    expect(model.requests.slice(asked).map(textOf)).toEqual([expect.stringContaining("GUILD_REFLECT")]);
  } finally {
    await serve.stop();
    await model.stop();
  }
}, 60_000);
