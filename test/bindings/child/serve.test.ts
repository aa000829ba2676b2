import { describe, expect, test } from "bun:test";
import { PassThrough } from "node:stream";
import { serveEngine } from "../../../bindings/child/serve.ts";
import { LINE_LIMIT } from "../../../bindings/child/wire.ts";
import type { JsonObject } from "../../../engine/index.ts";
import { createFixtureEngine } from "./fixture-engine.ts";

/** Everything the child writes when its stdin holds these lines and then, as a rule, ends. */
async function serveLines(lines: readonly (string | object)[], ends = true): Promise<JsonObject[]> {
  const input = new PassThrough();
  const output = new PassThrough();
  const about = { nonce: "n-1", negotiation: { effective: "full" }, version: "1.2.3" };
  const runtime = { runtime: "node", runtimeVersion: "22.0.0" };
  const served = serveEngine({ createEngine: createFixtureEngine, options: {}, input, output, ...about, ...runtime });
  for (const line of lines) input.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  if (ends) input.end();
  await served;
  output.end();
  const written = (await output.toArray()).join("");
  return written
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

const request = (id: number | string, method: string, params?: object) => ({ jsonrpc: "2.0", id, method, params });
const run = (id: number | string, subcommand: string) =>
  request(id, "run", { family: "test", subcommand, args: {}, caller: { audience: "model" } });

describe("the child's side of the wire", () => {
  test("says one hello before anything else", async () => {
    expect(await serveLines([])).toEqual([
      {
        loopwright: "1.2.3",
        protocolVersion: 1,
        runtime: "node",
        runtimeVersion: "22.0.0",
        nonce: "n-1",
        negotiation: { effective: "full" },
      },
    ]);
  });

  test("answers bad lines with errors and goes on", async () => {
    const [, ...answers] = await serveLines([
      "{oops",
      "[]",
      { jsonrpc: "2.0", method: "ping" },
      request(1, "format-disk"),
      request(2, "run", { family: 1, subcommand: "echo", caller: {} }),
      "x".repeat(LINE_LIMIT + 1),
      request("last", "ping"),
    ]);
    const codes = answers.map(({ id, error }) => [id, (error as JsonObject | undefined)?.code]);
    expect(codes).toEqual([
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [1, -32601],
      [2, -32602],
      [null, -32600],
      ["last", undefined],
    ]);
    const issues = [{ path: "family" }, { path: "args" }, { path: "caller.audience" }];
    expect(answers[4]).toMatchObject({ error: { data: { issues } } });
  });

  test("answers in the order in which the engine finishes", async () => {
    const written = await serveLines([run(1, "wait"), run(2, "release")]);
    expect(written.filter(({ id }) => id !== undefined).map(({ id }) => id)).toEqual([2, 1]);
  });

  test("writes a record entry before the answer of the request that made it", async () => {
    const event = { type: "shell.start", session: { id: "s", role: "root" }, at: 0, folder: "/" };
    const [, entry, answer] = await serveLines([request(1, "handle", { event })]);
    const common = { ts: "2030-01-01T00:00:00Z", run_id: "run-1" };
    const params = { ...common, event: "transition", name: "shell.start", changed: [] };
    expect(entry).toEqual({ jsonrpc: "2.0", method: "record", params });
    expect(answer).toEqual({ jsonrpc: "2.0", id: 1, result: [] });
  });

  test("gives an engine's error with its code and remedy, and a defect as an internal error", async () => {
    const [, failed, broken] = await serveLines([run(1, "fail"), run(2, "break")]);
    const message = "That lies outside.";
    const data = { code: "PATH_REFUSED", message, remedy: "Write inside the project.", data: { path: "../x" } };
    expect(failed?.error).toEqual({ code: -32000, message, data });
    expect(broken?.error).toEqual({ code: -32603, message: "a defect" });
  });

  test("ends after close was asked, with stdin still open", async () => {
    const [, answer] = await serveLines([request(1, "close")], false);
    expect(answer).toEqual({ jsonrpc: "2.0", id: 1, result: null });
  });
});
