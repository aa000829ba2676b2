import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createOpenCodeSandbox, startServe } from "../../bindings/live/opencode-host.ts";
import { createPiSandbox, startPiRpc } from "../../bindings/live/pi-host.ts";
import { writeInto } from "../../bindings/live/scratch-folder.ts";
import { type ScriptedModel, startScriptedModel, toolResultText } from "../../bindings/live/scripted-model.ts";
import { feature } from "../engine/capability/overlay-home.ts";

const ROOT = join(import.meta.dir, "..", "..");
const SAMPLE = join(ROOT, "try", "sample");

/** A server with one tool, which says what it was asked about and by whom it was started. */
const SERVER = `
let text = "";
process.stdin.on("data", (chunk) => {
  text += chunk;
  const lines = text.split("\\n");
  text = lines.pop();
  for (const line of lines) if (line.trim()) answer(JSON.parse(line));
});
process.stdin.on("end", () => process.exit());
const schema = { type: "object", properties: { path: { type: "string" } } };
const results = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "tide", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "look", description: "Looks at a path.", inputSchema: schema }] }),
  "tools/call": ({ arguments: { path } }) => ({ content: [{ type: "text", text: "looked at " + path + " for " + process.env.TIDE_OWNER }] }),
};
function answer({ id, method, params }) {
  if (id === undefined) return;
  const result = results[method] ? results[method](params) : {};
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
}
`;

let model: ScriptedModel;
beforeAll(async () => {
  model = await startScriptedModel();
});
afterAll(() => model.stop());

function installInto(home: string): void {
  const folder = join(home, ".gsd", "capabilities", "tide");
  const tide = { command: "node", args: ["./server.mjs"], env: { TIDE_OWNER: "the capability" } };
  writeInto(join(folder, "capability.json"), feature("tide", { mcpServers: { tide, mine: { command: "node" } } }));
  writeInto(join(folder, "server.mjs"), SERVER);
}

function told(from: number): string {
  return toolResultText(model.requests.slice(from));
}

test("OpenCode starts the server of a capability; its tool answers, and is guarded like any other", async () => {
  const entry = pathToFileURL(join(ROOT, "dist", "opencode.js")).href;
  const own = { mine: { type: "local", command: ["false"], enabled: false } };
  const sandbox = createOpenCodeSandbox({ model, project: SAMPLE, plugin: [entry], config: { mcp: own } });
  try {
    installInto(sandbox.home);
    const { client } = await startServe(sandbox);
    const session = await client.createSession();
    const from = model.requests.length;
    model.play([
      { calls: [{ tool: "tide_look", args: { path: "src/address.ts" } }] },
      { calls: [{ tool: "tide_look", args: { path: ".env" } }] },
      { calls: [{ tool: "gsd_doctor", args: {} }] },
      { say: "done" },
    ]);
    await client.prompt(session.id, "Look at the tide");
    expect(told(from)).toContain("looked at src/address.ts for the capability");
    expect(told(from)).toContain("Denied (unknown-tool): .env is protected");
    expect(told(from)).not.toContain("looked at .env");
    expect(told(from)).toContain("Your own MCP server mine stands");
  } finally {
    await sandbox.remove();
  }
});

test("pi starts the server of a capability; its tool answers, and is guarded like any other", async () => {
  const sandbox = createPiSandbox({ model, project: SAMPLE, extensions: [join(ROOT, "dist", "pi.js")] });
  try {
    installInto(sandbox.home);
    const { rpc } = await startPiRpc(sandbox);
    const from = model.requests.length;
    model.play([
      { calls: [{ tool: "mcp__tide__look", args: { path: "src/address.ts" } }] },
      { calls: [{ tool: "mcp__tide__look", args: { path: ".env" } }] },
      { say: "done" },
    ]);
    await rpc.prompt("Look at the tide");
    expect(told(from)).toContain("looked at src/address.ts for the capability");
    expect(told(from)).toContain("Denied (unknown-tool): .env is protected");
    expect(told(from)).not.toContain("looked at .env");
  } finally {
    await sandbox.remove();
  }
});
