import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { type Exit, HostProcess } from "./host-process.ts";
import { LiveError } from "./live-error.ts";
import { OpenCodeClient } from "./opencode-client.ts";
import type { OpenCodeSandbox } from "./opencode-sandbox.ts";

export { OpenCodeClient } from "./opencode-client.ts";
export { createOpenCodeSandbox, type OpenCodeSandbox, type OpenCodeSandboxOptions } from "./opencode-sandbox.ts";

const START_MS = 30_000;

export interface OpenCodeServe {
  readonly url: string;
  readonly directory: string;
  readonly pid: number;
  readonly client: OpenCodeClient;
  readonly exited: Promise<Exit>;
  /** The host's log from warnings up, so far. */
  readonly stderr: string;
  /** Ends the host with all it started. The sandbox goes too, unless it or this call says `keep`. */
  stop(options?: { readonly signal?: NodeJS.Signals; readonly keep?: boolean }): Promise<Exit>;
}

/** Starts `opencode serve` in a sandbox; resolves when it listens. Throws `LiveError` with what it printed. */
export async function startServe(sandbox: OpenCodeSandbox): Promise<OpenCodeServe> {
  const { directory } = sandbox;
  const port = await freePort();
  const running = start(sandbox, [
    "serve",
    "--hostname=127.0.0.1",
    `--port=${port}`,
    "--print-logs",
    "--log-level=WARN",
  ]);
  const url = await addressOf(running);
  const client = new OpenCodeClient(url, directory);
  return {
    url,
    directory,
    pid: running.pid ?? 0,
    client,
    exited: running.exited,
    get stderr() {
      return running.stderr;
    },
    async stop({ signal = "SIGTERM", keep = false } = {}) {
      await client.close();
      const exit = await running.stop(signal);
      if (!keep) await sandbox.remove();
      return exit;
    },
  };
}

export interface CliResult extends Exit {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs an `opencode` command to its end, such as `["run", "a prompt"]`. Throws `LiveError` after `timeoutMs`. */
export async function runCli(
  sandbox: OpenCodeSandbox,
  args: readonly string[],
  { timeoutMs = 60_000 }: { readonly timeoutMs?: number } = {},
): Promise<CliResult> {
  const running = start(sandbox, args);
  running.closeInput();
  const exit = await running.toEnd(timeoutMs);
  return { ...exit, stdout: running.stdout, stderr: running.stderr };
}

function start(sandbox: OpenCodeSandbox, args: readonly string[]): HostProcess {
  const command = { program: sandbox.binary, args };
  const running = new HostProcess(command, { cwd: sandbox.directory, env: sandbox.env });
  sandbox.processes.add(running);
  void running.exited.then(() => sandbox.processes.delete(running));
  return running;
}

async function addressOf(running: HostProcess): Promise<string> {
  const listening = new Promise<string>((resolve) => {
    running.onStdout(() => {
      const address = /listening on\s+(http:\/\/\S+)/.exec(running.stdout)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  const ended = running.exited.then(() => undefined);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, START_MS).unref());
  const address = await Promise.race([listening, ended, late]);
  if (address !== undefined) return address;
  await running.stop("SIGKILL");
  throw new LiveError("`opencode serve` did not come up", running.stdout + running.stderr);
}

/** Port 0 does not mean "any free one" to this host. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
