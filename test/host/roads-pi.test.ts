import { afterAll, beforeAll, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { piCommand } from "../../bindings/live/find-program.ts";
import { createPiSandbox, type PiSandbox, startPiRpc } from "../../bindings/live/pi-host.ts";
import { type ScriptedModel, startScriptedModel, toolResultText } from "../../bindings/live/scripted-model.ts";
import { type Packed, packAndInstall } from "../package/packed.ts";

const SAMPLE = join(import.meta.dir, "..", "..", "try", "sample");

let packed: Packed;
let model: ScriptedModel;
let entry: string;

beforeAll(async () => {
  packed = packAndInstall();
  model = await startScriptedModel();
  entry = join(packed.installed, "dist", "pi.js");
});
afterAll(async () => {
  packed.remove();
  await model.stop();
});

/** What the model is told when it overwrites a file that only the engine writes. */
async function overwriteStateIn(sandbox: PiSandbox): Promise<string> {
  try {
    const { rpc } = await startPiRpc(sandbox);
    const from = model.requests.length;
    model.play([
      { calls: [{ tool: "write", args: { path: ".planning/STATE.md", content: "gone" } }] },
      { say: "done" },
    ]);
    await rpc.prompt("Tidy up the state");
    return toolResultText(model.requests.slice(from));
  } finally {
    await sandbox.remove();
  }
}

test("by pi install", async () => {
  const sandbox = createPiSandbox({ model, project: SAMPLE });
  const pi = await piCommand();
  if (!pi) throw new Error("there is no pi here");
  execFileSync(pi.program, [...pi.args, "install", packed.installed], {
    cwd: sandbox.directory,
    env: sandbox.env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  expect(await overwriteStateIn(sandbox)).toContain("Denied (engine-owned)");
});

test("as a file in the project's extensions folder, once the project is trusted", async () => {
  const projectExtensions = [{ name: "loopwright.js", from: entry }];
  const sandbox = createPiSandbox({ model, project: SAMPLE, projectExtensions, trust: true });
  expect(await overwriteStateIn(sandbox)).toContain("Denied (engine-owned)");
});

test("by -e for one session", async () => {
  expect(await overwriteStateIn(createPiSandbox({ model, project: SAMPLE, extensions: [entry] }))).toContain(
    "Denied (engine-owned)",
  );
});

test("without it the write goes through, so the test can fail", async () => {
  expect(await overwriteStateIn(createPiSandbox({ model, project: SAMPLE }))).not.toContain("Denied");
});
