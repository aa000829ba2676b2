import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { writeAnswer, writeJson } from "./model-answer.ts";
import { type ChatBody, type ModelRequest, textOfMessage } from "./model-request.ts";
import type { ModelStep, ScriptedStep } from "./model-step.ts";
import { RecordList } from "./record-list.ts";

export { type ModelRequest, type ToolResult, textOf, toolResults, toolResultText } from "./model-request.ts";
export type { ModelStep, ScriptedStep } from "./model-step.ts";

type RecordedRequest = { -readonly [Key in keyof ModelRequest]: ModelRequest[Key] };

/**
 * A model behind an OpenAI chat-completions endpoint on 127.0.0.1 that says what it is told to.
 *
 * A request that offers tools takes the first queued step whose `when` holds; with none left the answer is "done". A
 * request without tools (a title, a summary) is answered by `service` and takes no step.
 */
export class ScriptedModel {
  service: (request: ModelRequest) => string = () => "A short summary";
  readonly #server: Server;
  readonly #queue: ScriptedStep[] = [];
  readonly #requests = new RecordList<ModelRequest>();

  constructor(server: Server) {
    this.#server = server;
    server.on("request", (request, response) => {
      // Any other status makes a host try again, and a step that throws would be lost among the retries.
      this.#serve(request, response).catch((error: unknown) =>
        writeJson(response, 400, { error: { message: String(error), type: "scripted" } }),
      );
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The base URL a provider is configured with. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/v1`;
  }

  get requests(): readonly ModelRequest[] {
    return this.#requests.all;
  }

  /** How many steps nobody has asked for yet. */
  get queued(): number {
    return this.#queue.length;
  }

  /** Adds steps behind those still queued. */
  play(steps: readonly ScriptedStep[]): void {
    this.#queue.push(...steps);
  }

  /** Drops the steps still queued. */
  clear(): void {
    this.#queue.length = 0;
  }

  /** The first request, from the `from`-th on, that fits; rejects with `LiveError` after `ms` milliseconds. */
  waitFor(fits: (request: ModelRequest) => boolean, ms = 15_000, from = 0): Promise<ModelRequest> {
    return this.#requests.waitFor(fits, ms, from);
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(incoming);
    if (body === undefined) return writeJson(response, 200, { object: "list", data: [] });
    const request = this.#record(body);
    response.on("close", () => {
      request.cutOff = !response.writableEnded;
    });
    const step = request.offersTools ? this.#nextStep(request) : { say: this.service(request) };
    if (request.offersTools) request.answeredBy = step;
    this.#requests.add(request);
    if (step.hang !== true) writeAnswer(response, step, request.serial, body.stream === true);
  }

  #record(body: ChatBody): RecordedRequest {
    const toolNames = (body.tools ?? []).map((tool) => tool.function?.name ?? "");
    return {
      serial: this.#requests.all.length + 1,
      body,
      offersTools: toolNames.length > 0,
      toolNames,
      messages: (body.messages ?? []).map((message) => ({ role: message.role, text: textOfMessage(message) })),
      answeredBy: undefined,
      cutOff: false,
    };
  }

  #nextStep(request: ModelRequest): ModelStep {
    for (const [index, scripted] of this.#queue.entries()) {
      if (typeof scripted !== "function" && scripted.when?.(request) === false) continue;
      this.#queue.splice(index, 1);
      return typeof scripted === "function" ? scripted(request) : scripted;
    }
    return { say: "done" };
  }
}

/** Starts the model on a free port of 127.0.0.1. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return new ScriptedModel(server);
}

/** Undefined for what is no completion request, such as a question for the list of models. */
async function readBody(incoming: IncomingMessage): Promise<ChatBody | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return incoming.method === "POST" ? (JSON.parse(Buffer.concat(chunks).toString("utf8")) as ChatBody) : undefined;
}
