import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createOpenCodeSandbox, startServe } from "../../bindings/live/opencode-host.ts";
import { createPiSandbox, startPiRpc } from "../../bindings/live/pi-host.ts";
import { type ScriptedModel, startScriptedModel, textOf, toolResultText } from "../../bindings/live/scripted-model.ts";

const ROOT = join(import.meta.dir, "..", "..");
const SAMPLE = join(ROOT, "try", "sample");

let model: ScriptedModel;

beforeAll(async () => {
  model = await startScriptedModel();
});
afterAll(() => model.stop());

/** What the loaded copy said about itself. */
function engineMode(home: string): string {
  const folder = join(home, ".gsd", "loopwright", "presence");
  const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return JSON.parse(readFileSync(join(folder, file), "utf8")).engine;
}

test("OpenCode with `engine: child`: the guard denies and the loop answers, from the entry file started again", async () => {
  const entry = pathToFileURL(join(ROOT, "dist", "opencode.js")).href;
  const sandbox = createOpenCodeSandbox({ model, project: SAMPLE, plugin: [[entry, { engine: "child" }]] });
  try {
    const { client } = await startServe(sandbox);
    const session = await client.createSession();
    const from = model.requests.length;
    model.play([
      { calls: [{ tool: "write", args: { filePath: ".planning/STATE.md", content: "gone" } }] },
      { calls: [{ tool: "gsd_point", args: { action: "enter", point: "discuss:pre" } }] },
      { say: "done" },
    ]);
    await client.command(session.id, "gsd-discuss-phase", "1");
    await client.waitIdle(session.id, 30_000);
    const requests = model.requests.slice(from);
    const results = toolResultText(requests);
    expect(requests.map(textOf).join("\n")).toContain("# Work order: discuss, phase 1");
    expect(results).toContain("Denied (engine-owned)");
    expect(results).toContain("discuss:pre of phase 1 is open");
    expect(engineMode(sandbox.home)).toBe("child");
  } finally {
    await sandbox.remove();
  }
});

test("pi with the engine in a child process denies as well", async () => {
  const sandbox = createPiSandbox({
    model,
    project: SAMPLE,
    extensions: [join(ROOT, "dist", "pi.js")],
    env: { LOOPWRIGHT_ENGINE: "child" },
  });
  try {
    const { rpc } = await startPiRpc(sandbox);
    const from = model.requests.length;
    model.play([
      { calls: [{ tool: "write", args: { path: ".planning/STATE.md", content: "gone" } }] },
      { say: "done" },
    ]);
    await rpc.prompt("Tidy up the state");
    const results = toolResultText(model.requests.slice(from));
    expect(results).toContain("Denied (engine-owned)");
    expect(engineMode(sandbox.home)).toBe("child");
  } finally {
    await sandbox.remove();
  }
});
