import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "../json.ts";

export interface PackOptions {
  /** An empty folder of our own, in which npm also keeps what it would else keep in the person's home. */
  readonly scratch: string;
  /** The person's registry, proxy and credentials come from here and from the files it names. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
}

export type Packed = { readonly ok: true; readonly archive: string } | { readonly ok: false; readonly reason: string };

interface Ended {
  readonly exitCode: number;
  readonly timedOut: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Lets npm fetch a package and check its integrity. No script of the package is run. */
export async function packNpmPackage(spec: string, { scratch, env, timeoutMs }: PackOptions): Promise<Packed> {
  const flags = ["--ignore-scripts", "--json", "--silent", "--no-update-notifier", "--cache", join(scratch, "cache")];
  const ended = await runNpm(["pack", ...flags, "--pack-destination", scratch, "--", spec], scratch, env, timeoutMs);
  if (ended.timedOut) return { ok: false, reason: `npm did not fetch it within ${Math.round(timeoutMs / 1000)} s` };
  if (ended.exitCode !== 0) return { ok: false, reason: `npm could not fetch it: ${summaryOf(ended)}` };
  const archive = readdirSync(scratch).find((name) => name.endsWith(".tgz"));
  if (archive === undefined) return { ok: false, reason: "npm left no package behind" };
  return { ok: true, archive: join(scratch, archive) };
}

async function runNpm(
  args: readonly string[],
  cwd: string,
  env: PackOptions["env"],
  timeoutMs: number,
): Promise<Ended> {
  const { execFile } = await import("node:child_process");
  return new Promise((done) => {
    const options = { cwd, env: env as NodeJS.ProcessEnv, timeout: timeoutMs, killSignal: "SIGKILL" } as const;
    execFile("npm", args, options, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      const isMissing = error !== null && typeof error.code === "string";
      done({ exitCode, timedOut: error?.killed === true, stdout, stderr: isMissing ? error.message : stderr });
    });
  });
}

/** npm's own words for what went wrong. */
function summaryOf({ stdout, stderr }: Ended): string {
  try {
    const report: unknown = JSON.parse(stdout);
    const error = isJsonObject(report) ? report.error : undefined;
    if (isJsonObject(error) && typeof error.summary === "string") return error.summary.trim();
  } catch {
    // An npm that ended early made no report.
  }
  return stderr.trim().slice(-500) || "it gave no reason";
}
