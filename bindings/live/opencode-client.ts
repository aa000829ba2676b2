import { setTimeout as delay } from "node:timers/promises";
import { EventSubscription } from "./event-subscription.ts";
import { LiveError } from "./live-error.ts";

export interface SessionInfo {
  readonly id: string;
  readonly title: string;
  readonly parentID?: string;
}

export interface MessagePart {
  readonly type: string;
  readonly text?: string;
  readonly synthetic?: boolean;
  readonly tool?: string;
  readonly callID?: string;
  readonly state?: {
    readonly status: string;
    readonly input?: Readonly<Record<string, unknown>>;
    readonly output?: string;
    readonly error?: string;
    /** Milliseconds since the epoch. */
    readonly time?: { readonly start: number; readonly end?: number };
  };
}

export interface SessionMessage {
  readonly info: {
    readonly id: string;
    readonly role: "user" | "assistant";
    readonly agent?: string;
    readonly summary?: unknown;
    readonly finish?: string;
    readonly error?: { readonly name: string; readonly data?: unknown };
  };
  readonly parts: readonly MessagePart[];
}

export interface PromptOptions {
  /** `provider/model`; else the session's. */
  readonly model?: string;
  readonly agent?: string;
  /** Stores the message without calling the model. */
  readonly noReply?: boolean;
}

const REQUEST_MS = 15_000;
const TURN_MS = 60_000;
const POLL_MS = 20;
const QUIET_MS = 100;

/** The calls of OpenCode's HTTP interface that a driver needs, each bounded by a deadline. */
export class OpenCodeClient {
  readonly #url: string;
  readonly #directory: string;
  readonly #subscriptions = new Set<EventSubscription>();
  /** Sessions with a prompt that was accepted, and the event after which its idle counts. */
  readonly #accepted = new Map<string, number>();
  #watch: Promise<EventSubscription> | undefined;

  constructor(url: string, directory: string) {
    this.#url = url;
    this.#directory = directory;
  }

  createSession(options: { title?: string; parentID?: string } = {}): Promise<SessionInfo> {
    return this.request("POST", "/session", { title: "Session", ...options });
  }

  /** Sends a prompt and waits for the answer. */
  prompt(sessionId: string, text: string, options: PromptOptions = {}, ms = TURN_MS): Promise<SessionMessage> {
    return this.request("POST", `/session/${sessionId}/message`, promptBody(text, options), ms);
  }

  /** Sends a prompt; the turn goes on after this returns. */
  async promptAsync(sessionId: string, text: string, options: PromptOptions = {}): Promise<void> {
    const seen = (await this.#watched()).all.length;
    await this.request("POST", `/session/${sessionId}/prompt_async`, promptBody(text, options));
    if (options.noReply !== true) this.#accepted.set(sessionId, seen);
  }

  /** Runs `/name` and waits for the answer. */
  command(sessionId: string, name: string, args = "", ms = TURN_MS): Promise<SessionMessage> {
    return this.request("POST", `/session/${sessionId}/command`, { command: name, arguments: args }, ms);
  }

  abort(sessionId: string): Promise<boolean> {
    return this.request("POST", `/session/${sessionId}/abort`, {});
  }

  messages(sessionId: string): Promise<SessionMessage[]> {
    return this.request("GET", `/session/${sessionId}/message`);
  }

  /** Compacts the session and waits for the summary. */
  summarize(sessionId: string, model = "mock/big"): Promise<boolean> {
    return this.request("POST", `/session/${sessionId}/summarize`, modelOf(model), TURN_MS);
  }

  deleteSession(sessionId: string): Promise<boolean> {
    return this.request("DELETE", `/session/${sessionId}`);
  }

  children(sessionId: string): Promise<SessionInfo[]> {
    return this.request("GET", `/session/${sessionId}/children`);
  }

  toolIds(): Promise<string[]> {
    return this.request("GET", "/experimental/tool/ids");
  }

  commands(): Promise<{ readonly name: string; readonly description?: string }[]> {
    return this.request("GET", "/command");
  }

  answerPermission(sessionId: string, permissionId: string, response: "once" | "always" | "reject"): Promise<boolean> {
    return this.request("POST", `/session/${sessionId}/permissions/${permissionId}`, { response });
  }

  /** Subscribes to the events of the folder; `close()` it, or the client. */
  async events(): Promise<EventSubscription> {
    const subscription = await EventSubscription.open(this.#address("/event"));
    this.#subscriptions.add(subscription);
    return subscription;
  }

  /**
   * Waits until the session is idle and stays so for `quietMs`, so that a follow-up sent at the idle is waited for too.
   */
  async waitIdle(sessionId: string, ms: number, quietMs = QUIET_MS): Promise<void> {
    const deadline = Date.now() + ms;
    let idleSince: number | undefined;
    while (Date.now() < deadline) {
      idleSince = (await this.#isIdle(sessionId)) ? (idleSince ?? Date.now()) : undefined;
      if (idleSince !== undefined && Date.now() - idleSince >= quietMs) return;
      await delay(POLL_MS);
    }
    throw new LiveError(`session ${sessionId} was not idle within ${ms} ms`);
  }

  /** Ends the subscriptions. */
  async close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.close()));
  }

  /** Any call of the interface; answers other than 2xx, and none within `ms`, reject with `LiveError`. */
  async request<T>(method: string, path: string, body?: object, ms = REQUEST_MS): Promise<T> {
    const { ok, status, text } = await this.#exchange(method, path, body, ms).catch((cause: unknown) => {
      throw new LiveError(`${method} ${path} was not answered`, String(cause));
    });
    if (!ok) throw new LiveError(`${method} ${path} was answered with ${status}`, text);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  async #exchange(method: string, path: string, body: object | undefined, ms: number) {
    const response = await fetch(this.#address(path), {
      method,
      signal: AbortSignal.timeout(ms),
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { ok: response.ok, status: response.status, text: await response.text() };
  }

  async #isIdle(sessionId: string): Promise<boolean> {
    const statuses = await this.request<Record<string, { type: string }>>("GET", "/session/status");
    if ((statuses[sessionId]?.type ?? "idle") !== "idle") return false;
    const accepted = this.#accepted.get(sessionId);
    if (accepted === undefined) return true;
    const events = (await this.#watched()).all.slice(accepted);
    return events.some(({ type, properties }) => type === "session.idle" && properties.sessionID === sessionId);
  }

  #watched(): Promise<EventSubscription> {
    this.#watch ??= this.events();
    return this.#watch;
  }

  #address(path: string): string {
    return `${this.#url}${path}?directory=${encodeURIComponent(this.#directory)}`;
  }
}

function promptBody(text: string, { model, agent, noReply }: PromptOptions): object {
  return {
    parts: [{ type: "text", text }],
    ...(agent === undefined ? {} : { agent }),
    ...(noReply === undefined ? {} : { noReply }),
    ...(model === undefined ? {} : { model: modelOf(model) }),
  };
}

function modelOf(name: string): { providerID: string; modelID: string } {
  const [providerID = "", ...rest] = name.split("/");
  return { providerID, modelID: rest.join("/") };
}
