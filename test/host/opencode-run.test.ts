import { expect, test } from "bun:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createOpenCodeSandbox, runCli } from "../../bindings/live/opencode-host.ts";
import { startScriptedModel, textOf } from "../../bindings/live/scripted-model.ts";

const ROOT = join(import.meta.dir, "..", "..");

test("`opencode run` goes on once in the same process, and then ends with the reason on record", async () => {
  const model = await startScriptedModel();
  const sandbox = createOpenCodeSandbox({
    model,
    project: join(ROOT, "try", "sample"),
    plugin: [pathToFileURL(join(ROOT, "dist", "opencode.js")).href],
  });
  try {
    model.play([
      { say: "Let me look.", calls: [{ tool: "gsd_point", args: { action: "enter", point: "discuss:pre" } }] },
      { say: "I rest here." },
      { say: "I still rest." },
    ]);
    const run = await runCli(sandbox, ["run", "--command", "gsd-discuss-phase", "1"], { timeoutMs: 45_000 });
    expect(run.stdout).toContain("I still rest.");
    const continued = model.requests.filter((request) => textOf(request).includes("The work is not finished"));
    expect(continued.length).toBe(1);
  } finally {
    await sandbox.remove();
    await model.stop();
  }
});
