import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { cleanUpAtExit } from "./clean-up-at-exit.ts";
import type { Environment } from "./inherited-environment.ts";
import { LiveError } from "./live-error.ts";
import { within } from "./within.ts";

const GRACE_MS = 4_000;

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program in a process group of its own, so that stopping it also stops what it started. */
export class HostProcess {
  readonly exited: Promise<Exit>;
  stdout = "";
  stderr = "";
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #stdoutListeners: ((chunk: string) => void)[] = [];

  constructor(command: Command, options: { cwd: string; env: Environment }) {
    const child = spawn(command.program, command.args, { ...options, detached: true, windowsHide: true });
    this.#child = child;
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      this.stdout += chunk;
      for (const listener of this.#stdoutListeners) listener(chunk);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      this.stderr += chunk;
    });
    child.stdin.on("error", (cause: Error) => {
      this.stderr += `\nstdin closed: ${cause.message}`;
    });
    const forget = cleanUpAtExit(() => this.#signalGroup("SIGKILL"));
    this.exited = new Promise((resolve) => {
      child.once("close", (code, signal) => resolve({ code, signal }));
      child.once("error", (cause) => {
        this.stderr += `\n${cause.message}`;
        resolve({ code: null, signal: null });
      });
    });
    void this.exited.then(forget);
  }

  /** Undefined when the program could not be started at all. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  get running(): boolean {
    return this.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  onStdout(listener: (chunk: string) => void): void {
    this.#stdoutListeners.push(listener);
  }

  write(text: string): void {
    this.#child.stdin.write(text);
  }

  closeInput(): void {
    this.#child.stdin.end();
  }

  /** Ends the whole group: `signal` first, SIGKILL after a grace period, and SIGKILL to any member left behind. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<Exit> {
    this.closeInput();
    if (this.running) this.#signalGroup(signal);
    const force = setTimeout(() => this.#signalGroup("SIGKILL"), GRACE_MS);
    try {
      return await within(this.exited, 2 * GRACE_MS, `stopping process ${this.pid}`);
    } finally {
      clearTimeout(force);
      this.#signalGroup("SIGKILL");
    }
  }

  /** Waits for an end of its own accord; after `timeoutMs` the group is killed and `LiveError` thrown. */
  async toEnd(timeoutMs: number): Promise<Exit> {
    try {
      return await within(this.exited, timeoutMs, `running process ${this.pid}`);
    } catch {
      await this.stop("SIGKILL");
      throw new LiveError(`no end within ${timeoutMs} ms`, this.stdout + this.stderr);
    }
  }

  #signalGroup(signal: NodeJS.Signals): void {
    const pid = this.pid;
    if (pid === undefined) return;
    if (process.platform === "win32") {
      this.#child.kill(signal);
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch (error) {
      const gone = (error as NodeJS.ErrnoException).code;
      if (gone !== "ESRCH" && gone !== "EPERM") throw error;
    }
  }
}
