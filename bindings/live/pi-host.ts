import { piCommand } from "./find-program.ts";
import { type Exit, HostProcess } from "./host-process.ts";
import { LiveError } from "./live-error.ts";
import { PiRpc } from "./pi-rpc.ts";
import type { PiSandbox } from "./pi-sandbox.ts";

export { type PiDialog, type PiDialogAnswer, type PiRecord, PiRpc, type PiTurn } from "./pi-rpc.ts";
export { createPiSandbox, type PiSandbox, type PiSandboxOptions } from "./pi-sandbox.ts";

const START_MS = 30_000;

export interface RunningPi {
  readonly rpc: PiRpc;
  readonly directory: string;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Ends pi with all it started. The sandbox goes too, unless it or this call says `keep`. */
  stop(options?: { readonly signal?: NodeJS.Signals; readonly keep?: boolean }): Promise<Exit>;
}

/**
 * Starts pi in RPC mode; resolves when it answers. `args` come last on the command line, such as `-c`.
 * Throws `LiveError` with what it printed, or when pi or a runtime for it is missing.
 */
export async function startPiRpc(sandbox: PiSandbox, args: readonly string[] = []): Promise<RunningPi> {
  const running = await start(sandbox, ["--mode", "rpc", ...sandbox.args, ...args]);
  const rpc = new PiRpc(running);
  try {
    await rpc.send({ type: "get_state" }, START_MS);
  } catch (error) {
    await running.stop("SIGKILL");
    throw error;
  }
  return {
    rpc,
    directory: sandbox.directory,
    pid: rpc.pid,
    exited: rpc.exited,
    async stop({ signal, keep = false } = {}) {
      const exit = await rpc.stop(signal);
      if (!keep) await sandbox.remove();
      return exit;
    },
  };
}

export interface PiPrintResult extends Exit {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `pi -p` to its end. Throws `LiveError` after `timeoutMs`. */
export async function runPiPrint(
  sandbox: PiSandbox,
  prompt: string,
  { args = [], timeoutMs = 60_000 }: { readonly args?: readonly string[]; readonly timeoutMs?: number } = {},
): Promise<PiPrintResult> {
  const running = await start(sandbox, [...sandbox.args, ...args, "-p", prompt]);
  running.closeInput();
  const exit = await running.toEnd(timeoutMs);
  return { ...exit, stdout: running.stdout, stderr: running.stderr };
}

async function start(sandbox: PiSandbox, args: readonly string[]): Promise<HostProcess> {
  const command = await piCommand(sandbox.runtime);
  if (command === undefined) {
    throw new LiveError("pi cannot run here: it needs its package or `pi` on PATH, and Node 22.19 or Bun");
  }
  const full = { program: command.program, args: [...command.args, ...args] };
  const running = new HostProcess(full, { cwd: sandbox.directory, env: sandbox.env });
  sandbox.processes.add(running);
  void running.exited.then(() => sandbox.processes.delete(running));
  return running;
}
