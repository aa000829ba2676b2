import { EngineError, type RecordEntry } from "../../engine/index.ts";
import type { Clock } from "../shared/clock.ts";
import { withDeadline } from "../shared/deadline.ts";
import { awayError } from "./away-error.ts";
import { Connection } from "./connection.ts";
import type { Hello } from "./hello.ts";
import type { Rejection } from "./launch.ts";
import type { Launcher } from "./launcher.ts";

/** Where the child stands, for people who ask. */
export type ChildStatus =
  | { readonly state: "starting" | "closed" }
  | { readonly state: "ready"; readonly candidate: string; readonly pid: number | undefined; readonly hello: Hello }
  | { readonly state: "away"; readonly error: EngineError };

export interface Backoff {
  /** Milliseconds before the first restart; doubled with every further failure. */
  readonly firstMs: number;
  /** Longest wait; a child that lived this long counts as sound again. */
  readonly mostMs: number;
}

export interface SupervisorOptions {
  readonly launcher: Launcher;
  readonly clock: Clock;
  readonly backoff: Backoff;
  readonly closeWithinMs: number;
  onRecord(entry: RecordEntry): void;
}

type State =
  | { readonly kind: "starting"; readonly done: Promise<void> }
  | { readonly kind: "ready"; readonly connection: Connection; readonly status: ChildStatus }
  | { readonly kind: "away"; readonly error: () => EngineError; readonly callOff: () => void }
  | { readonly kind: "closed" };

/** Keeps one child running: starts it at once and again, with growing pauses, whenever it is lost. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  #state: State;
  #failures = 0;
  #closing: Promise<void> | undefined;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#state = this.#start();
  }

  status(): ChildStatus {
    const state = this.#state;
    if (state.kind === "ready") return state.status;
    if (state.kind === "away") return { state: "away", error: state.error() };
    return { state: state.kind };
  }

  /** The running child. Waits for a start that is under way; rejects with `EngineError` at once while it is away. */
  async connection(withinMs: number): Promise<Connection> {
    if (this.#state.kind === "starting") {
      await withDeadline(this.#state.done, withinMs, this.#options.clock);
    }
    const state = this.#state;
    if (state.kind === "ready") return state.connection;
    if (state.kind === "away") throw state.error();
    if (state.kind === "closed") throw closed();
    throw awayError(`The engine's child process did not start within ${Math.round(withinMs)} ms.`);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #start(): State {
    return { kind: "starting", done: this.#open() };
  }

  async #open(): Promise<void> {
    const { launcher, clock, onRecord } = this.#options;
    const opened = await launcher.open();
    if (this.#state.kind === "closed") {
      if (opened.ok) opened.link.kill();
      return;
    }
    if (!opened.ok) {
      launcher.forget();
      this.#goAway(() => unavailable(opened.rejected));
      return;
    }
    const { candidate, hello, link } = opened;
    const connection = new Connection(link, clock, onRecord);
    const status: ChildStatus = { state: "ready", candidate: candidate.name, pid: link.pid, hello };
    this.#state = { kind: "ready", connection, status };
    const since = clock.now();
    void connection.ended.then((detail) => this.#lost(clock.now() - since, detail));
  }

  #lost(livedMs: number, detail: string): void {
    if (this.#state.kind === "closed") return;
    if (livedMs >= this.#options.backoff.mostMs) this.#failures = 0;
    this.#goAway(() => awayError("The engine's child process ended and is being started again.", { detail }));
  }

  #goAway(error: () => EngineError): void {
    const { clock, backoff } = this.#options;
    const pause = Math.min(backoff.firstMs * 2 ** this.#failures, backoff.mostMs);
    this.#failures += 1;
    const callOff = clock.after(pause, () => {
      this.#state = this.#start();
    });
    this.#state = { kind: "away", error, callOff };
  }

  async #close(): Promise<void> {
    const state = this.#state;
    this.#state = { kind: "closed" };
    this.#options.launcher.close();
    if (state.kind === "away") state.callOff();
    if (state.kind === "starting") await state.done;
    if (state.kind === "ready") await state.connection.close(this.#options.closeWithinMs);
  }
}

function closed(): EngineError {
  return new EngineError("ENGINE_AWAY", "The engine was closed.", { remedy: "Load the plugin again." });
}

function unavailable(rejected: readonly Rejection[]): EngineError {
  const tried = rejected.map(({ name, reason }) => `${name} (${reason})`).join(", ");
  return new EngineError("RUNTIME_UNAVAILABLE", `No interpreter runs the engine: ${tried || "none to try"}.`, {
    remedy: "Install Node 20 or newer, or Bun, so that it is on PATH, or name one in LOOPWRIGHT_RUNTIME.",
    data: { rejected: rejected.map((rejection) => ({ ...rejection })) },
  });
}
