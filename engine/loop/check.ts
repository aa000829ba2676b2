import { createSha256 } from "../file/digest.ts";

export interface CheckOptions {
  /** Folder the command runs in. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** How much of the end of the output is kept. Default 4 kB. */
  readonly tailBytes?: number;
}

export interface CheckOutcome {
  /** Null when a signal or the time limit ended the command. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly latencyMs: number;
  /** `sha256:<hex>` over all output, in the order it came. */
  readonly digest: string;
  /** The last part of the output. */
  readonly tail: string;
}

const TAIL_BYTES = 4096;

/**
 * Runs a check as `sh -c` in a process group of its own; the time limit ends the whole group. Values reach the
 * command through its environment, never by pasting them into its text.
 */
export async function runCheck(command: string, options: CheckOptions): Promise<CheckOutcome> {
  const { spawn } = await import("node:child_process");
  return new Promise((resolve) => {
    const started = performance.now();
    const hash = createSha256();
    const kept = options.tailBytes ?? TAIL_BYTES;
    let tail = Buffer.alloc(0);
    let timedOut = false;
    const child = spawn("/bin/sh", ["-c", command], {
      cwd: options.cwd,
      env: options.env as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const timer = setTimeout(() => {
      timedOut = true;
      killGroup(child.pid);
    }, options.timeoutMs);
    const take = (chunk: Buffer) => {
      hash.update(chunk);
      tail = Buffer.concat([tail, chunk]).subarray(-kept);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    const finish = (exitCode: number | null, note = "") => {
      clearTimeout(timer);
      resolve({
        exitCode: timedOut ? null : exitCode,
        timedOut,
        latencyMs: Math.round(performance.now() - started),
        digest: `sha256:${hash.digest("hex")}`,
        tail: tail.toString("utf8") + note,
      });
    };
    child.once("error", (error) => finish(null, error.message));
    child.once("exit", () => killGroup(child.pid));
    child.once("close", (code) => finish(code));
  });
}

/** What a check left running would hold its pipes open for ever. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}
