import { describe, expect, test } from "bun:test";
import { type OpenCall, OpenCalls, type PairedCall } from "../../../engine/run/open-calls.ts";
import { guildCases } from "./cases.ts";

interface Begun {
  readonly run_id: string;
  readonly lane_id?: string;
  readonly tool: string;
  readonly ts_pre: string;
  readonly command_redacted: string;
  readonly call_id?: string;
}

interface Post {
  readonly run_id: string;
  readonly lane_id?: string;
  readonly tool: string;
  readonly ts_post: string;
  readonly status: "ok" | "err";
  readonly result: string;
  readonly call_id?: string;
}

interface Sidecar {
  readonly pairs: readonly {
    readonly id: string;
    readonly sidecar: readonly Begun[];
    readonly post: Post;
    readonly expected: { readonly line: object; readonly sidecar_after: readonly Begun[] };
  }[];
  readonly sweep: readonly {
    readonly id: string;
    readonly now: string;
    readonly sidecar: readonly Begun[];
    readonly expected: { readonly lines: readonly object[]; readonly sidecar_after: readonly Begun[] };
  }[];
}

const { pairs, sweep } = guildCases<Sidecar>("telemetry/sidecar.json");

function opened(sidecar: readonly Begun[]): OpenCalls {
  const calls = new OpenCalls();
  for (const begun of sidecar) {
    calls.begin({
      run: begun.run_id,
      lane: begun.lane_id,
      tool: begun.tool,
      at: Date.parse(begun.ts_pre),
      command: begun.command_redacted,
      call: begun.call_id,
    });
  }
  return calls;
}

function asBegun({ run, lane, tool, at, command, call }: OpenCall): Begun {
  return {
    run_id: run,
    ...(lane !== undefined && { lane_id: lane }),
    tool,
    ts_pre: new Date(at).toISOString(),
    command_redacted: command,
    ...(call !== undefined && { call_id: call }),
  };
}

function asLine({ at, lane, tool, command, status, latency, result }: PairedCall, run: string): object {
  return {
    ts: new Date(at).toISOString(),
    event: "tool_call",
    run_id: run,
    ...(lane !== undefined && { lane_id: lane }),
    tool,
    command_redacted: command,
    status,
    latency_ms: latency,
    result_excerpt_redacted: result,
  };
}

describe("a result is paired with its call", () => {
  test.each(pairs.map((pair) => [pair.id, pair] as const))("%s", (_id, { sidecar, post, expected }) => {
    const calls = opened(sidecar);
    const { run_id: run, lane_id: lane, tool, ts_post: at, status, result, call_id: call } = post;
    const line = calls.end({ run, lane, tool, at: Date.parse(at), status, result, call });
    expect(asLine(line, run)).toEqual(expected.line);
    expect(calls.all.map(asBegun)).toEqual([...expected.sidecar_after]);
  });
});

describe("calls without a result are swept", () => {
  test.each(sweep.map((one) => [one.id, one] as const))("%s", (_id, { sidecar, now, expected }) => {
    const calls = opened(sidecar);
    const lines = calls.sweep(Date.parse(now)).map((line) => asLine(line, "run-x"));
    expect(lines).toEqual([...expected.lines]);
    expect(calls.all.map(asBegun)).toEqual([...expected.sidecar_after]);
  });
});
