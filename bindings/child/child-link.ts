import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Clock } from "../shared/clock.ts";
import { withDeadline } from "../shared/deadline.ts";
import { createLineReader } from "./line-reader.ts";
import { LINE_LIMIT } from "./wire.ts";

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Must exist and should not be the project: an interpreter reads settings from the folder it starts in. */
  readonly folder: string;
}

/** How a child ended; `started` is false when there was nothing to start. */
export interface Departure {
  readonly started: boolean;
  readonly detail: string;
}

const EXIT_TO_CLOSE_MS = 1_000;
const STDERR_TAIL = 2_000;

/** One child process as a pair of line streams. Never throws, also when the program does not exist. */
export class ChildLink {
  readonly gone: Promise<Departure>;
  readonly #clock: Clock;
  readonly #child: ChildProcessWithoutNullStreams | undefined;
  #left = false;
  #receive: ((line: string) => void) | undefined;
  #unread: string[] = [];
  #stderr = "";

  constructor(command: Command, clock: Clock) {
    this.#clock = clock;
    let refusal = "";
    try {
      this.#child = spawn(command.command, command.args, {
        cwd: command.folder,
        env: command.env,
        stdio: "pipe",
        windowsHide: true,
      });
    } catch (cause) {
      refusal = cause instanceof Error ? cause.message : String(cause);
    }
    this.gone = this.#child ? this.#watch(this.#child) : Promise.resolve({ started: false, detail: refusal });
    void this.gone.then(() => {
      this.#left = true;
    });
  }

  get alive(): boolean {
    return this.#child?.pid !== undefined && !this.#left;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Hands every line to `receiver`, those that came before it first. Undefined keeps lines until there is one. */
  receive(receiver: ((line: string) => void) | undefined): void {
    this.#receive = receiver;
    while (this.#receive) {
      const line = this.#unread.shift();
      if (line === undefined) return;
      this.#receive(line);
    }
  }

  send(line: string): void {
    if (this.#child?.stdin.writable) this.#child.stdin.write(line);
  }

  /** Closes the child's stdin, on which our own children end. */
  end(): void {
    this.#child?.stdin.end();
  }

  kill(): void {
    if (this.alive) this.#child?.kill("SIGKILL");
  }

  async goneWithin(ms: number): Promise<boolean> {
    return (await withDeadline(this.gone, ms, this.#clock)) !== null;
  }

  /** Whether this child keeps the host's process alive; a new child does. */
  holdHost(hold: boolean): void {
    if (hold) this.#child?.ref();
    else this.#child?.unref();
    for (const stream of [this.#child?.stdin, this.#child?.stdout, this.#child?.stderr]) {
      if (isReferenced(stream)) stream[hold ? "ref" : "unref"]();
    }
  }

  #watch(child: ChildProcessWithoutNullStreams): Promise<Departure> {
    child.stdin.on("error", (cause) => this.#note(`${cause.message}\n`));
    child.stderr.on("data", (chunk: Buffer) => this.#note(chunk.toString("utf8")));
    const overlong = () => this.#note(`A line longer than ${LINE_LIMIT} bytes was dropped.\n`);
    child.stdout.on("data", createLineReader({ limit: LINE_LIMIT, line: (line) => this.#deliver(line), overlong }));

    return new Promise((resolve) => {
      const left = (code: number | null, signal: string | null) =>
        resolve({ started: true, detail: `Ended with ${signal ?? `exit code ${code}`}. ${this.#stderr}`.trim() });
      child.on("error", (cause) => {
        if (child.pid === undefined) resolve({ started: false, detail: cause.message });
        else this.#note(`${cause.message}\n`);
      });
      child.once("close", left);
      // A grandchild that inherited a stream can keep it open for ever.
      child.once("exit", (code, signal) => this.#clock.after(EXIT_TO_CLOSE_MS, () => left(code, signal)));
    });
  }

  #deliver(line: string): void {
    if (this.#receive) this.#receive(line);
    else this.#unread.push(line);
  }

  #note(text: string): void {
    this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL);
  }
}

interface Referenced {
  ref(): void;
  unref(): void;
}

function isReferenced(stream: unknown): stream is Referenced {
  return typeof stream === "object" && stream !== null && "ref" in stream && "unref" in stream;
}
