export interface GitOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string;
}

export type GitAnswer =
  | { readonly ok: true; readonly stdout: string }
  | { readonly ok: false; readonly reason: "not_found" | "failed" | "timed_out" | "too_long" };

const DEADLINE_MS = 10_000;
const MAX_OUTPUT = 4 * 1024 * 1024;

/** Asks git one question. No hook, no monitor and no prompt of the repository takes part; for commands only, never in a hook. */
export async function runGit(args: readonly string[], options: GitOptions): Promise<GitAnswer> {
  const { spawn } = await import("node:child_process");
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let ended: GitAnswer | null = null;
    const child = spawn("git", ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", ...args], {
      cwd: options.cwd,
      env: { ...options.env, GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" } as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const give = (reason: "timed_out" | "too_long") => {
      ended ??= { ok: false, reason };
      child.kill("SIGKILL");
    };
    const timer = setTimeout(() => give("timed_out"), DEADLINE_MS);
    const finish = (answer: GitAnswer) => {
      clearTimeout(timer);
      resolve(ended ?? answer);
    };
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT) give("too_long");
      else chunks.push(chunk);
    });
    // git may end before it has read all it was sent.
    child.stdin.on("error", () => child.stdin.destroy());
    child.once("error", () => finish({ ok: false, reason: "not_found" }));
    child.once("close", (code) =>
      finish(
        code === 0 ? { ok: true, stdout: Buffer.concat(chunks).toString("utf8") } : { ok: false, reason: "failed" },
      ),
    );
    child.stdin.end(options.stdin ?? "");
  });
}
