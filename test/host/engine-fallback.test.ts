import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createOpenCodeSandbox, startServe } from "../../bindings/live/opencode-host.ts";
import { createPiSandbox, startPiRpc } from "../../bindings/live/pi-host.ts";
import { createScratchFolder, type ScratchFolder } from "../../bindings/live/scratch-folder.ts";
import { type ScriptedModel, startScriptedModel, toolResultText } from "../../bindings/live/scripted-model.ts";
import { readPresences } from "../../bindings/shared/read-presences.ts";

const ROOT = join(import.meta.dir, "..", "..");
const SAMPLE = join(ROOT, "try", "sample");
const LACK = "No such built-in module: node:vault";

let model: ScriptedModel;
let folder: ScratchFolder;

beforeAll(async () => {
  model = await startScriptedModel();
  folder = createScratchFolder("loopwright-fallback", false);
});
afterAll(async () => {
  await model.stop();
  folder.remove();
});

/** The shipped entry as a host meets it whose own runtime lacks something that the engine needs. */
async function entryFor(host: "opencode" | "pi"): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(ROOT, "plugin", `${host}.ts`)],
    outdir: folder.path,
    target: "node",
    format: "esm",
    plugins: [
      {
        name: "host-runtime-without-vault",
        setup(build) {
          build.onLoad({ filter: /engine[/\\]project-engine\.ts$/ }, ({ path }) => ({
            contents: `if (process.argv[2] !== "--engine-child") throw new Error("${LACK}");\n${readFileSync(path, "utf8")}`,
            loader: "ts",
          }));
        },
      },
    ],
  });
  if (!built.success) throw new AggregateError(built.logs, `${host} could not be bundled`);
  return join(folder.path, `${host}.js`);
}

/** What the model was told since the `from`-th request. */
function told(from: number): string {
  return toolResultText(model.requests.slice(from));
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

const CANNOT_CARRY = `engine child (The host's own process cannot carry it: ${LACK})`;

describe("an engine that the host's process cannot load", () => {
  test("runs in a child of OpenCode: the guard denies, the loop answers, and doctor says where and why", async () => {
    const entry = pathToFileURL(await entryFor("opencode")).href;
    const sandbox = createOpenCodeSandbox({ model, project: SAMPLE, plugin: [entry] });
    try {
      const { client } = await startServe(sandbox);
      const session = await client.createSession();
      const from = model.requests.length;
      model.play([
        { calls: [{ tool: "write", args: { filePath: ".planning/STATE.md", content: "gone" } }] },
        { calls: [{ tool: "gsd_next", args: {} }] },
        { calls: [{ tool: "gsd_doctor", args: {} }] },
        { say: "done" },
      ]);
      await client.prompt(session.id, "Tidy up the state");
      expect(told(from)).toContain("Denied (engine-owned)");
      expect(told(from)).toContain("Next: enter discuss:pre.");
      expect(told(from)).toContain(CANNOT_CARRY);
      const [presence] = readPresences(sandbox.home, sandbox.directory);
      expect(presence?.engine).toBe("child");
      expect(presence?.because).toContain(LACK);
    } finally {
      await sandbox.remove();
    }
  });

  test("runs in a child of pi", async () => {
    const sandbox = createPiSandbox({ model, project: SAMPLE, extensions: [await entryFor("pi")] });
    try {
      const { rpc } = await startPiRpc(sandbox);
      const from = model.requests.length;
      model.play([
        { calls: [{ tool: "write", args: { path: ".planning/STATE.md", content: "gone" } }] },
        { calls: [{ tool: "gsd_doctor", args: {} }] },
        { say: "done" },
      ]);
      await rpc.prompt("Tidy up the state");
      expect(told(from)).toContain("Denied (engine-owned)");
      expect(told(from)).toContain(CANNOT_CARRY);
    } finally {
      await sandbox.remove();
    }
  });

  test("and no child either: every tool call is refused, and a person is told once what to install", async () => {
    const sandbox = createPiSandbox({
      model,
      project: SAMPLE,
      extensions: [await entryFor("pi")],
      env: { PATH: folder.path },
    });
    try {
      const { rpc } = await startPiRpc(sandbox);
      const from = model.requests.length;
      model.play([
        { calls: [{ tool: "write", args: { path: "notes.md", content: "a" } }] },
        { calls: [{ tool: "read", args: { path: "README.md" } }] },
        { say: "done" },
      ]);
      await rpc.prompt("Write a note");
      await rpc.prompt("And another");
      expect(countOf(told(from), "Denied (engine-away)")).toBeGreaterThanOrEqual(2);
      expect(existsSync(join(sandbox.directory, "notes.md"))).toBe(false);
      const notices = rpc.records.filter(({ type }) => type === "extension_ui_request");
      expect(notices.map(({ message }) => message)).toEqual([
        expect.stringContaining("Install Node 20 or newer, or Bun"),
      ]);
      const [presence] = readPresences(sandbox.home, sandbox.directory);
      expect(presence?.engine).toBe("away");
      expect(presence?.because).toContain("No interpreter runs the engine");
      expect(presence?.because).toContain(LACK);
    } finally {
      await sandbox.remove();
    }
  });
});
