import { tmpdir } from "node:os";
import { basename, extname, relative, sep } from "node:path";
import { findBun, findNode, findOpenCode } from "../live/find-program.ts";
import { type Command, HostProcess } from "../live/host-process.ts";
import { type ChildWord, ENTRY_SHAPE_FLAG, type EntryShape } from "./entry-shape-child.ts";

export type { EntryShape } from "./entry-shape-child.ts";

export interface EntryShapeOptions {
  /** The command line's own file, which the child process runs. */
  readonly cli: string;
  /** The project that the file is called for. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Longest wait for the file, in milliseconds (default 10,000). */
  readonly timeoutMs?: number;
}

/** Since this version Node reads TypeScript by itself. */
const TYPESCRIPT_NODE_VERSION = "22.18.0";
const TIMEOUT_MS = 10_000;

/**
 * Whether OpenCode loads a file of a plugin folder: by its place and name, then by loading and calling it in a child
 * process as the host does. Null when nothing on this machine can read the file.
 */
export async function checkEntryShape(
  file: string,
  folder: string,
  options: EntryShapeOptions,
): Promise<EntryShape | null> {
  const path = relative(folder, file);
  const misplaced = placeProblem(path);
  if (misplaced !== null) return { verdict: "silent", reason: misplaced };
  const interpreter = await interpreterFor(file);
  return interpreter === null ? null : askChild(file, interpreter, options);
}

function placeProblem(path: string): string | null {
  if (path.includes(sep)) {
    return `It lies in a subfolder, where OpenCode does not look. Move ${basename(path)} up, unless it is shared code.`;
  }
  const extension = extname(path);
  if (extension === ".js" || extension === ".ts") return null;
  return `OpenCode takes .js and .ts files from this folder, not ${extension || "files without an ending"}. Rename it.`;
}

interface Interpreter extends Command {
  readonly env: Readonly<Record<string, string>>;
}

/** OpenCode's own runtime where it can be found, since that is what will load the file. */
async function interpreterFor(file: string): Promise<Interpreter | null> {
  // Without the flag Bun fetches a missing import from the registry while it runs.
  const args = ["--no-install"];
  const opencode = findOpenCode();
  if (opencode !== undefined) return { program: opencode, args, env: { BUN_BE_BUN: "1" } };
  const bun = findBun();
  if (bun !== undefined) return { program: bun, args, env: {} };
  const node = await findNode(extname(file) === ".ts" ? TYPESCRIPT_NODE_VERSION : "20.0.0");
  return node === undefined ? null : { program: node, args: [], env: {} };
}

async function askChild(file: string, interpreter: Interpreter, options: EntryShapeOptions): Promise<EntryShape> {
  const { cli, root, env, timeoutMs = TIMEOUT_MS } = options;
  const nonce = crypto.randomUUID();
  const child = new HostProcess(
    { program: interpreter.program, args: [...interpreter.args, cli, ENTRY_SHAPE_FLAG, file, root, nonce] },
    { cwd: tmpdir(), env: { ...env, ...interpreter.env } },
  );
  child.closeInput();
  const isLate = await child.toEnd(timeoutMs).then(
    () => false,
    () => true,
  );
  const words = wordsOf(child.stdout, nonce);
  const shape = words.find((word) => "verdict" in word);
  return shape ?? unanswered(words, isLate, timeoutMs, child.stderr);
}

function wordsOf(stdout: string, nonce: string): readonly ChildWord[] {
  return stdout
    .split("\n")
    .filter((line) => line.startsWith(nonce))
    .map((line) => JSON.parse(line.slice(nonce.length)) as ChildWord);
}

function unanswered(words: readonly ChildWord[], isLate: boolean, timeoutMs: number, stderr: string): EntryShape {
  const isCalled = words.some((word) => "stage" in word && word.stage === "called");
  const part = isCalled ? "its server function" : words.length > 0 ? "loading it" : "";
  if (part === "") return { verdict: "silent", reason: `It could not be tried: ${stderr.trim()}` };
  const reason = isLate
    ? `${part} did not end within ${timeoutMs / 1000} s; OpenCode's first answer would wait for it. Do slow work later, and await no client call there.`
    : `${part} waits for something that never comes, or ends the process. Await no client call there, and never exit.`;
  return { verdict: "silent", reason: capitalised(reason) };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
