import * as z from "zod/mini";
import { EngineError, isJsonObject, type RecordEntry } from "../../engine/index.ts";
import type { Clock } from "../shared/clock.ts";
import { awayError } from "./away-error.ts";
import type { ChildLink } from "./child-link.ts";
import { encodeLine, LINE_LIMIT, type Method } from "./wire.ts";
import { fromWireError } from "./wire-error.ts";

interface Pending {
  resolve(result: unknown): void;
  reject(error: EngineError): void;
  callOff(): void;
}

const PING_WITHIN_MS = 2_000;

/** The parent's end of one running child: pairs responses with requests and passes record entries on. */
export class Connection {
  /** Resolves with how the child ended, after everything that waited for it was rejected. */
  readonly ended: Promise<string>;
  readonly #link: ChildLink;
  readonly #clock: Clock;
  readonly #onRecord: (entry: RecordEntry) => void;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #over: string | undefined;
  #pinging = false;

  constructor(link: ChildLink, clock: Clock, onRecord: (entry: RecordEntry) => void) {
    this.#link = link;
    this.#clock = clock;
    this.#onRecord = onRecord;
    this.ended = link.gone.then(({ detail }) => this.#end(detail));
    link.receive((line) => this.#read(line));
    link.holdHost(false);
  }

  /** Rejects only with `EngineError`: the engine's own, or ENGINE_AWAY when the child is gone or late. */
  async request(method: Method, params: object, withinMs: number): Promise<unknown> {
    if (this.#over !== undefined) throw awayError("The engine's child process is gone.", { detail: this.#over });
    const id = this.#nextId++;
    const line = encodeLine({ jsonrpc: "2.0", id, method, params });
    if (line === undefined) throw unsendable(method);
    return new Promise((resolve, reject) => {
      const callOff = this.#clock.after(withinMs, () => this.#late(id, method, withinMs));
      this.#pending.set(id, { resolve, reject, callOff });
      this.#link.holdHost(true);
      this.#link.send(line);
    });
  }

  /** Ends the child by closing its stdin; kills it when it has not gone within `withinMs`. */
  async close(withinMs: number): Promise<void> {
    this.#link.holdHost(true);
    this.#link.end();
    if (await this.#link.goneWithin(withinMs)) return;
    this.#link.kill();
    await this.#link.goneWithin(withinMs);
  }

  #read(line: string): void {
    const message = parseMessage(line);
    if (!message) return;
    if ("method" in message) {
      this.#onRecord(message.params);
      return;
    }
    const pending = this.#take(message.id);
    if ("error" in message) pending?.reject(fromWireError(message.error));
    else pending?.resolve(message.result);
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (!pending) return undefined;
    pending.callOff();
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#link.holdHost(false);
    return pending;
  }

  #late(id: number, method: Method, withinMs: number): void {
    this.#take(id)?.reject(awayError(`The engine did not answer ${method} within ${Math.round(withinMs)} ms.`));
    if (method !== "ping") this.#killUnlessResponsive();
  }

  #killUnlessResponsive(): void {
    if (this.#pinging) return;
    this.#pinging = true;
    this.request("ping", {}, PING_WITHIN_MS).then(
      () => {
        this.#pinging = false;
      },
      () => this.#link.kill(),
    );
  }

  #end(detail: string): string {
    this.#over = detail;
    for (const id of [...this.#pending.keys()]) {
      this.#take(id)?.reject(awayError("The engine's child process ended before it answered.", { detail }));
    }
    return detail;
  }
}

function unsendable(method: Method): EngineError {
  return new EngineError("EVENT_INVALID", `What was given to ${method} cannot be sent to the engine's child process.`, {
    remedy: `Give data that JSON can hold, at most ${LINE_LIMIT} bytes.`,
  });
}

function parseMessage(line: string) {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  schema ??= createMessageSchema();
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

const createMessageSchema = () =>
  z.union([
    z.object({ id: z.number(), result: z.unknown().check(z.refine((result) => result !== undefined)) }),
    z.object({
      id: z.number(),
      error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }),
    }),
    z.object({ method: z.literal("record"), params: z.custom<RecordEntry>(isJsonObject) }),
  ]);

let schema: ReturnType<typeof createMessageSchema> | undefined;
