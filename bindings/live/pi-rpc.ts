import { setTimeout as delay } from "node:timers/promises";
import type { Exit, HostProcess } from "./host-process.ts";
import { LiveError } from "./live-error.ts";
import { RecordList } from "./record-list.ts";
import { within } from "./within.ts";

/** A line that pi wrote; its other fields depend on `type`. */
export interface PiRecord {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface PiDialog extends PiRecord {
  readonly id: string;
  readonly method: "select" | "confirm" | "input" | "editor";
}

export type PiDialogAnswer =
  | { readonly value: string }
  | { readonly confirmed: boolean }
  | { readonly cancelled: true };

/** What one prompt led to: how pi took it, and the records up to the settled end. */
export interface PiTurn {
  readonly disposition: string;
  readonly records: readonly PiRecord[];
}

export interface PiState {
  readonly isStreaming: boolean;
  readonly isCompacting: boolean;
  readonly [field: string]: unknown;
}

const REQUEST_MS = 15_000;
const TURN_MS = 60_000;
const ORDERLY_END_MS = 5_000;
const POLL_MS = 20;
const QUIET_MS = 100;
const DIALOGS = ["select", "confirm", "input", "editor"];

/** pi's RPC mode: commands in, records out, each wait bounded by a deadline. */
export class PiRpc {
  /** Answers what an extension asks a person; the default cancels. */
  onDialog: (dialog: PiDialog) => PiDialogAnswer = () => ({ cancelled: true });
  readonly #process: HostProcess;
  readonly #records = new RecordList<PiRecord>();
  #serial = 0;
  #partialLine = "";

  constructor(running: HostProcess) {
    this.#process = running;
    running.onStdout((chunk) => this.#read(chunk));
    void running.exited.then(({ code, signal }) =>
      this.#records.end(new LiveError(`pi ended with ${code ?? signal}`, running.stderr)),
    );
  }

  get records(): readonly PiRecord[] {
    return this.#records.all;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  get stderr(): string {
    return this.#process.stderr;
  }

  get exited(): Promise<Exit> {
    return this.#process.exited;
  }

  /** The first record, from the `from`-th on, that fits; rejects with `LiveError` after `ms`, or when pi ends. */
  waitFor(fits: (record: PiRecord) => boolean, ms = REQUEST_MS, from = 0): Promise<PiRecord> {
    return this.#records.waitFor(fits, ms, from);
  }

  /** Sends a prompt, or `/name args`, and waits until pi has settled; a handled command starts no run to wait for. */
  async prompt(text: string, ms = TURN_MS): Promise<PiTurn> {
    const from = this.records.length;
    const disposition = await this.promptAsync(text);
    if (disposition !== "handled") await this.waitFor(({ type }) => type === "agent_settled", ms, from);
    return { disposition, records: this.records.slice(from) };
  }

  /** Sends a prompt; the run goes on after this returns. While one runs, `streamingBehavior` says where it joins. */
  async promptAsync(text: string, streamingBehavior?: "steer" | "followUp"): Promise<string> {
    const joins = streamingBehavior === undefined ? {} : { streamingBehavior };
    const data = await this.send<{ disposition?: string } | undefined>({ type: "prompt", message: text, ...joins });
    return data?.disposition ?? "started";
  }

  /** Aborts and waits until pi is idle. */
  abort(): Promise<void> {
    return this.send({ type: "abort" });
  }

  compact(customInstructions?: string): Promise<{ readonly summary: string }> {
    return this.send({ type: "compact", customInstructions }, TURN_MS);
  }

  state(): Promise<PiState> {
    return this.send({ type: "get_state" });
  }

  async commands(): Promise<readonly { readonly name: string; readonly description?: string }[]> {
    return (await this.send<{ commands: { name: string }[] }>({ type: "get_commands" })).commands;
  }

  async messages(): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return (await this.send<{ messages: Record<string, unknown>[] }>({ type: "get_messages" })).messages;
  }

  async lastAnswer(): Promise<string | null> {
    return (await this.send<{ text: string | null }>({ type: "get_last_assistant_text" })).text;
  }

  /** Waits until nothing runs and nothing starts for `quietMs`, so that a follow-up sent at the end is waited for too. */
  async waitIdle(ms: number, quietMs = QUIET_MS): Promise<void> {
    const deadline = Date.now() + ms;
    let idleSince: number | undefined;
    while (Date.now() < deadline) {
      const { isStreaming, isCompacting } = await this.state();
      idleSince = isStreaming || isCompacting ? undefined : (idleSince ?? Date.now());
      if (idleSince !== undefined && Date.now() - idleSince >= quietMs) return;
      await delay(POLL_MS);
    }
    throw new LiveError(`pi was not idle within ${ms} ms`);
  }

  /** Any command of the protocol; resolves with the response's data, rejects with `LiveError` on a failure. */
  async send<T>(command: { readonly type: string; readonly [field: string]: unknown }, ms = REQUEST_MS): Promise<T> {
    const id = `request-${++this.#serial}`;
    const from = this.records.length;
    this.#write({ id, ...command });
    const response = await this.waitFor((record) => record.type === "response" && record.id === id, ms, from);
    if (response.success !== true) throw new LiveError(`pi refused ${command.type}`, String(response.error));
    return response.data as T;
  }

  /** Ends pi: by the end of its input, which it answers in order, or by `signal`. Resolves when its group is gone. */
  async stop(signal?: NodeJS.Signals): Promise<Exit> {
    if (signal !== undefined) return this.#process.stop(signal);
    this.#process.closeInput();
    const orderly = within(this.exited, ORDERLY_END_MS, "the end of pi").catch(() => undefined);
    await orderly;
    return this.#process.stop();
  }

  #read(chunk: string): void {
    const lines = (this.#partialLine + chunk).split("\n");
    this.#partialLine = lines.pop() ?? "";
    for (const line of lines) this.#accept(parseRecord(line));
  }

  #accept(record: PiRecord): void {
    this.#records.add(record);
    if (!isDialog(record)) return;
    this.#write({ type: "extension_ui_response", id: record.id, ...this.onDialog(record) });
  }

  #write(record: object): void {
    this.#process.write(`${JSON.stringify(record)}\n`);
  }
}

function isDialog(record: PiRecord): record is PiDialog {
  return record.type === "extension_ui_request" && DIALOGS.includes(String(record.method));
}

/** A line that is no JSON becomes a record of type `unreadable`: an extension wrote to standard output. */
function parseRecord(line: string): PiRecord {
  try {
    return JSON.parse(line) as PiRecord;
  } catch {
    return { type: "unreadable", line };
  }
}
