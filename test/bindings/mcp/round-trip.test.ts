import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createScratchFolder, type ScratchFolder } from "../../../bindings/live/scratch-folder.ts";
import { MODEL_TOOLS } from "../../../engine/index.ts";
import { content } from "../../../plugin/content.generated.ts";
import { bundleEntry } from "../bundle-entry.ts";

let scratch: ScratchFolder;
let project: string;
let entry: string;

beforeAll(async () => {
  scratch = createScratchFolder("loopwright-mcp", false);
  project = join(scratch.path, "project");
  cpSync(join(import.meta.dir, "..", "..", "..", "try", "sample"), project, { recursive: true });
  entry = await bundleEntry("mcp", scratch.path);
});

afterAll(() => scratch.remove());

async function withServer(start: { args?: string[]; cwd: string }, act: (client: Client) => Promise<void>) {
  const client = new Client({ name: "test", version: "1.0.0" });
  const { args = [], cwd } = start;
  const env = { PATH: process.env.PATH ?? "", GSD_HOME: join(scratch.path, "home") };
  await client.connect(new StdioClientTransport({ command: "node", args: [entry, ...args], cwd, env }));
  try {
    await act(client);
  } finally {
    await client.close();
  }
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  return { isError, text: (content as { text: string }[])[0]?.text ?? "" };
}

test("it tells a model how to work with it, in the words that a host's lead is told", async () => {
  await withServer({ cwd: project }, async (client) => expect(client.getInstructions()).toBe(content.bootstrap));
});

test("it lists the model's tools with their schemas", async () => {
  await withServer({ cwd: project }, async (client) => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["gsd_invoke_command", ...MODEL_TOOLS.map(({ name }) => name)]);
    const point = tools.find(({ name }) => name === "gsd_point");
    expect(point?.inputSchema).toMatchObject({
      type: "object",
      required: ["action", "point"],
      properties: { action: { enum: ["enter", "settle", "close"] } },
    });
  });
});

test("a command line is answered with data, a tool with text", async () => {
  await withServer({ cwd: join(project, "src") }, async (client) => {
    const state = await call(client, "gsd_invoke_command", { family: "state", subcommand: "json" });
    expect(JSON.parse(state.text)).toMatchObject({
      ok: true,
      family: "state",
      subcommand: "json",
      data: { milestone: "v1.0" },
    });
    const next = await call(client, "gsd_next", {});
    expect(next).toEqual({ isError: false, text: expect.stringContaining("Phase 01 (Addresses), discuss.") });
  });
});

test("a tool that moves the state on changes STATE.md", async () => {
  await withServer({ cwd: scratch.path, args: ["--project-dir", project] }, async (client) => {
    await call(client, "gsd_state", { transition: "add-blocker", text: "the tide tables are missing" });
    expect(readFileSync(join(project, ".planning", "STATE.md"), "utf8")).toContain("the tide tables are missing");
  });
});

test("what a person has to do is refused, and unknown commands are named", async () => {
  await withServer({ cwd: project }, async (client) => {
    const begin = await call(client, "gsd_invoke_command", {
      family: "step",
      subcommand: "begin",
      args: ["discuss", 1],
    });
    expect(begin.isError).toBe(true);
    expect(JSON.parse(begin.text)).toMatchObject({ ok: false, code: "not_allowed" });
    const unknown = await call(client, "gsd_invoke_command", { family: "frobnicate", subcommand: "" });
    expect(JSON.parse(unknown.text)).toMatchObject({ ok: false, code: "sdk_unknown_command" });
  });
});

test("arguments that do not fit are named before anything runs, and no flag leads to another project", async () => {
  const cases = [
    [{}, "invalid_arguments"],
    [{ family: "state", subcommand: "json", command: "state json" }, "invalid_arguments"],
    [{ family: "state", subcommand: "json", args: [{ phase: 1 }] }, "invalid_arguments"],
    [{ family: "state", subcommand: "json", args: Array(129).fill("x") }, "invalid_arguments"],
    [{ family: "state", subcommand: "json", args: ["x".repeat(65 * 1024)] }, "invalid_arguments"],
    [{ family: "state", subcommand: "json", args: ["--cwd", "/"] }, "forbidden_flag"],
    [{ family: "state", subcommand: "json", args: ["--project-dir=/"] }, "forbidden_flag"],
  ] as const;
  await withServer({ cwd: project }, async (client) => {
    for (const [args, code] of cases) {
      const answer = await call(client, "gsd_invoke_command", args);
      expect(answer.isError).toBe(true);
      expect(JSON.parse(answer.text)).toMatchObject({ ok: false, code });
    }
  });
});

test("an unknown tool is a protocol error", async () => {
  await withServer({ cwd: project }, async (client) => {
    await expect(client.callTool({ name: "gsd_nothing", arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });
});
