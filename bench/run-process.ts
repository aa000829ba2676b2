export interface Run {
  readonly code: number;
  /** Wall time in milliseconds, from the start of the process to its end. */
  readonly ms: number;
  /** User and system time of the process and of every child it waited for, in milliseconds. */
  readonly cpuMs: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export async function runProcess(command: readonly string[], options: RunOptions): Promise<Run> {
  const began = performance.now();
  const child = Bun.spawn([...command], {
    cwd: options.cwd,
    env: options.env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: options.timeoutMs,
    killSignal: "SIGKILL",
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const ms = performance.now() - began;
  const cpuMs = Number(child.resourceUsage()?.cpuTime.total ?? Number.NaN) / 1000;
  return { code, ms, cpuMs, out, err };
}
