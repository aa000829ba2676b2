import { LiveError } from "./live-error.ts";
import { RecordList } from "./record-list.ts";

export interface HostEvent {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Reads a stream of server-sent events from the moment it is connected. */
export class EventSubscription {
  readonly #abort: AbortController;
  readonly #events = new RecordList<HostEvent>();
  readonly #ended: Promise<void>;

  private constructor(response: Response, abort: AbortController) {
    this.#abort = abort;
    this.#ended = this.#read(response);
  }

  static async open(url: string, connectMs = 10_000): Promise<EventSubscription> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), connectMs);
    try {
      const response = await fetch(url, { signal: abort.signal, headers: { accept: "text/event-stream" } });
      const subscription = new EventSubscription(response, abort);
      await subscription.waitFor((event) => event.type === "server.connected", connectMs);
      return subscription;
    } finally {
      clearTimeout(timer);
    }
  }

  get all(): readonly HostEvent[] {
    return this.#events.all;
  }

  /** The first event, from the `from`-th on, that fits; rejects with `LiveError` after `ms` milliseconds. */
  waitFor(fits: (event: HostEvent) => boolean, ms: number, from = 0): Promise<HostEvent> {
    return this.#events.waitFor(fits, ms, from);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#ended;
  }

  async #read(response: Response): Promise<void> {
    try {
      await this.#readBlocks(response);
      this.#events.end(new LiveError("the event stream ended"));
    } catch (error) {
      this.#events.end(new LiveError("the event stream broke off", String(error)));
    }
  }

  async #readBlocks(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) this.#accept(block);
    }
  }

  #accept(block: string): void {
    const lines = block.split("\n").filter((line) => line.startsWith("data:"));
    const data = lines.map((line) => line.slice("data:".length).trimStart()).join("\n");
    if (data !== "") this.#events.add(JSON.parse(data) as HostEvent);
  }
}
