import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createOpenCodeSandbox, type OpenCodeSandbox, startServe } from "../../bindings/live/opencode-host.ts";
import { type ScriptedModel, startScriptedModel, toolResultText } from "../../bindings/live/scripted-model.ts";
import { type Packed, packAndInstall } from "../package/packed.ts";

const SAMPLE = join(import.meta.dir, "..", "..", "try", "sample");

let packed: Packed;
let model: ScriptedModel;

beforeAll(async () => {
  packed = packAndInstall();
  model = await startScriptedModel();
});
afterAll(async () => {
  packed.remove();
  await model.stop();
});

/** What the model is told when it overwrites a file that only the engine writes. */
async function overwriteStateIn(sandbox: OpenCodeSandbox): Promise<string> {
  try {
    const serve = await startServe(sandbox);
    const session = await serve.client.createSession();
    const from = model.requests.length;
    model.play([
      { calls: [{ tool: "write", args: { filePath: ".planning/STATE.md", content: "gone" } }] },
      { say: "done" },
    ]);
    await serve.client.prompt(session.id, "Tidy up the state");
    return toolResultText(model.requests.slice(from));
  } finally {
    await sandbox.remove();
  }
}

test("by its name, from the host's package cache", async () => {
  const sandbox = createOpenCodeSandbox({ model, project: SAMPLE, plugin: ["loopwright"] });
  const cache = join(sandbox.home, ".cache", "opencode", "packages", "loopwright@latest", "node_modules");
  mkdirSync(cache, { recursive: true });
  cpSync(packed.installed, join(cache, "loopwright"), { recursive: true });
  expect(await overwriteStateIn(sandbox)).toContain("Denied (engine-owned)");
});

test("by the URL of its file", async () => {
  const plugin = pathToFileURL(join(packed.installed, "dist", "opencode.js")).href;
  expect(await overwriteStateIn(createOpenCodeSandbox({ model, project: SAMPLE, plugin: [plugin] }))).toContain(
    "Denied (engine-owned)",
  );
});

test("as one dropped-in file with nothing beside it", async () => {
  const dropIn = [{ name: "loopwright.js", from: join(packed.installed, "dist", "opencode.js") }];
  expect(await overwriteStateIn(createOpenCodeSandbox({ model, project: SAMPLE, dropIn }))).toContain(
    "Denied (engine-owned)",
  );
});

test("without it the write goes through, so the test can fail", async () => {
  expect(await overwriteStateIn(createOpenCodeSandbox({ model, project: SAMPLE }))).not.toContain("Denied");
});
