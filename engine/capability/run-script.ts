import { extname } from "node:path";
import type { JsonObject } from "../json.ts";

export interface ScriptCall {
  /** The interpreter's arguments; the first interpreter that is there is taken. */
  readonly program: "script" | "module";
  /** Full path of the script or module. */
  readonly file: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Written to the script's standard input as one line of JSON. */
  readonly input: JsonObject;
  readonly timeoutMs: number;
}

export interface ScriptResult {
  /** Null when a signal or the time limit ended it, or when nothing could run it. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

const MAX_OUTPUT = 1024 * 1024;

/** Loads a module and calls one of its functions with what stands on standard input. */
const CALL_MODULE =
  'let t="";process.stdin.on("data",(d)=>{t+=d}).on("end",async()=>{const i=JSON.parse(t);' +
  "try{await require(i.module)[i.router](i)}catch(e){process.stderr.write(String(e&&e.message||e));process.exitCode=1}})";

/**
 * Runs code of an overlay in a process of its own, never in the host's: bounded in time and output, in a process group
 * that ends with it.
 */
export async function runScript(call: ScriptCall): Promise<ScriptResult> {
  for (const [program, args, extra] of interpretersFor(call)) {
    const result = await runWith(program, args, { ...call, env: { ...call.env, ...extra } });
    if (result !== "no-such-program") return result;
  }
  return { exitCode: null, timedOut: false, stdout: "", stderr: `nothing on this machine can run ${call.file}` };
}

type Interpreter = readonly [program: string, args: readonly string[], env: Readonly<Record<string, string>>];

function interpretersFor({ program, file }: ScriptCall): readonly Interpreter[] {
  const args = program === "module" ? ["-e", CALL_MODULE] : [file];
  const javascript: readonly Interpreter[] = [
    ["node", args, {}],
    ["bun", args, {}],
    [process.execPath, args, { BUN_BE_BUN: "1" }],
  ];
  if (program === "module") return javascript;
  switch (extname(file)) {
    case ".sh":
      return [["/bin/sh", [file], {}]];
    case ".py":
      return [["python3", [file], {}]];
    case ".js":
    case ".cjs":
    case ".mjs":
      return javascript;
    default:
      return [];
  }
}

async function runWith(
  program: string,
  args: readonly string[],
  { cwd, env, input, timeoutMs }: ScriptCall,
): Promise<ScriptResult | "no-such-program"> {
  const { spawn } = await import("node:child_process");
  return new Promise((resolve) => {
    const child = spawn(program, [...args], { cwd, env: env as NodeJS.ProcessEnv, stdio: "pipe", detached: true });
    const output = { stdout: "", stderr: "" };
    let timedOut = false;
    let size = 0;
    const end = () => killGroup(child.pid);
    const timer = setTimeout(() => {
      timedOut = true;
      end();
    }, timeoutMs);
    const take = (name: "stdout" | "stderr") => (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT) end();
      else output[name] += chunk.toString("utf8");
    };
    child.stdout.on("data", take("stdout"));
    child.stderr.on("data", take("stderr"));
    child.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      resolve(error.code === "ENOENT" ? "no-such-program" : { exitCode: null, timedOut, ...output });
    });
    child.once("exit", end);
    child.once("close", (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode: timedOut ? null : exitCode, timedOut, ...output });
    });
    // A script that ends without reading closes the pipe; that is its own business.
    child.stdin.on("error", () => undefined);
    child.stdin.end(`${JSON.stringify(input)}\n`);
  });
}

/** What a script left running must not outlive it. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}
