import type { Readable, Writable } from "node:stream";
import { type EnginePort, type JsonObject, PROTOCOL_VERSION } from "../../engine/index.ts";
import { parseRequest, type Request } from "./dispatch.ts";
import type { Hello } from "./hello.ts";
import type { ChildOptions } from "./invocation.ts";
import { createLineReader } from "./line-reader.ts";
import { encodeLine, LINE_LIMIT, type RequestId, WIRE_CODE, type WireError } from "./wire.ts";
import { toWireError } from "./wire-error.ts";

export type CreateEngine = (options: ChildOptions) => EnginePort;

export interface ServeOptions {
  readonly createEngine: CreateEngine;
  readonly options: ChildOptions;
  readonly input: Readable;
  readonly output: Writable;
  /** The parent's word, given back in hello. */
  readonly nonce: string;
  readonly negotiation: JsonObject;
  /** Version of this code. */
  readonly version: string;
  readonly runtime: string;
  readonly runtimeVersion: string;
}

/**
 * Serves one engine as newline-delimited JSON-RPC 2.0: a hello line, then requests in and responses out, in the order
 * in which the engine finishes them, with record entries as `record` notifications between them. A bad line is
 * answered, never fatal. Resolves once the input has ended (or `close` was asked), the engine is closed and what was
 * asked before is answered; rejects when the engine cannot be created or closed.
 */
export async function serveEngine(serve: ServeOptions): Promise<void> {
  const { input, output } = serve;
  const engine = serve.createEngine(serve.options);
  const send = (message: object) => {
    const line = encodeLine(message);
    if (line !== undefined && output.writable) output.write(line);
    return line !== undefined;
  };
  const unanswered = new Set<Promise<void>>();
  const ended = new Promise<void>((resolve) => {
    for (const event of ["end", "close", "error"]) input.once(event, () => resolve());
    output.on("error", () => resolve());

    const receive = async (request: Request) => {
      const response = await respond(engine, request);
      if (!send(response)) send(failure(request.id, tooLong("answer")));
      if (request.method === "close") resolve();
    };
    const track = (answer: Promise<void>) => {
      unanswered.add(answer);
      void answer.finally(() => unanswered.delete(answer));
    };
    const read = createLineReader({
      limit: LINE_LIMIT,
      line(text) {
        const parsed = parseRequest(text);
        if (parsed.ok) track(receive(parsed.request));
        else send(failure(parsed.id, parsed.error));
      },
      overlong: () => send(failure(null, tooLong("line"))),
    });
    send(hello(serve));
    engine.on((entry) => send({ jsonrpc: "2.0", method: "record", params: entry }));
    input.on("data", read);
  });
  await ended;
  input.removeAllListeners("data");
  await engine.close();
  await Promise.all(unanswered);
}

function hello(serve: ServeOptions): Hello {
  return {
    loopwright: serve.version,
    protocolVersion: PROTOCOL_VERSION,
    runtime: serve.runtime,
    runtimeVersion: serve.runtimeVersion,
    nonce: serve.nonce,
    negotiation: serve.negotiation,
  };
}

async function respond(engine: EnginePort, { id, answer }: Request): Promise<object> {
  try {
    return { jsonrpc: "2.0", id, result: (await answer(engine)) ?? null };
  } catch (cause) {
    return failure(id, toWireError(cause));
  }
}

function failure(id: RequestId | null, error: WireError): object {
  return { jsonrpc: "2.0", id, error };
}

function tooLong(what: "line" | "answer"): WireError {
  const code = what === "line" ? WIRE_CODE.invalidRequest : WIRE_CODE.internalError;
  return { code, message: `The ${what} is not JSON of at most ${LINE_LIMIT} bytes.` };
}
