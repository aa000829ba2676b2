import { statSync } from "node:fs";
import { resolve } from "node:path";
import { findProjectRoot, invocationOf, type Json, readRetention } from "../../engine/index.ts";
import { answerOf } from "../shared/answer-of.ts";
import { messageOf } from "../shared/message-of.ts";
import { sentences } from "../shared/sentences.ts";
import { audienceOf } from "./audience.ts";
import type { CliIo } from "./cli-io.ts";
import { type GlobalFlags, readGlobalFlags } from "./global-flags.ts";
import { pick } from "./pick.ts";

/** Exit code of an answer that says what is missing, for scripts that ask for it (`--exit-contract=v2`). */
const DEGRADED = 80;

/** Exit code where the environment asks for what makes no sense. */
const REFUSED = 2;

/** What one line leads to: an answer, or why there is none. */
type Answer =
  | {
      readonly ok: true;
      readonly data: Json;
      readonly text: string;
      readonly exitCode?: number;
      readonly plain?: true;
      readonly degraded?: true;
    }
  | {
      readonly ok: false;
      readonly reason: string;
      readonly message: string;
      readonly remedy?: string;
      readonly data?: Json;
      readonly exitCode?: number;
    };

/**
 * Runs one command line and answers with its exit code: 0 when the command answered, 1 when it was refused, unknown or
 * wrongly used (and when doctor found an error), 2 when a variable of the environment makes no sense. Answers go to
 * stdout, as JSON where no person reads; errors to stderr.
 */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  const { flags, words, problems } = readGlobalFlags(argv);
  const answer =
    problems.length > 0 ? usage(problems.join("; ")) : await answerTo(words, flags, io).catch((error) => defect(error));
  return say(flags.pick === undefined || !answer.ok ? answer : picked(answer.data, flags.pick, flags), flags, io);
}

async function answerTo(words: readonly string[], flags: GlobalFlags, io: CliIo): Promise<Answer> {
  const [first, second] = words;
  if (flags.version) {
    return first === undefined ? said(io.version) : usage("--version stands alone", "Use: loopwright --version");
  }
  if (first === undefined || first === "help") return help(io, second);
  if (flags.help) return help(io, (await invocationOf(words)).family);
  const root = rootOf(flags, io);
  if (typeof root !== "string") return root;
  if (first === "doctor") {
    const { doctor } = await import("./doctor/doctor.ts");
    return doctor(words.slice(1), root, io);
  }
  return runInEngine(words, root, io);
}

async function runInEngine(words: readonly string[], root: string, io: CliIo): Promise<Answer> {
  const retention = readRetention(io.env.GUILD_LOG_RETENTION);
  if (!retention.ok) return { ...usage(retention.message, "Correct the variable or unset it."), exitCode: REFUSED };
  const { family, subcommand, args } = await invocationOf(words);
  const engine = io.engineFor(root);
  try {
    const caller = { audience: audienceOf(io.env), terminal: io.stdout.isTTY === true };
    const answer = await answerOf(() => engine.run(family, subcommand, args, caller));
    if (answer.ok || answer.reason !== "consent_needed" || io.confirm === undefined) return answer;
    const agrees = caller.audience === "person" && (await io.confirm(`${answer.message}. Do you agree?`));
    return agrees ? await answerOf(() => engine.run(family, subcommand, { ...args, yes: true }, caller)) : answer;
  } finally {
    await engine.close();
  }
}

/** The project that the line is about. */
function rootOf(flags: GlobalFlags, io: CliIo): string | Answer {
  const start = resolve(io.cwd, flags.cwd ?? ".");
  const named = flags.projectDir === undefined ? undefined : resolve(start, flags.projectDir);
  const missing = [start, named].find((folder) => folder !== undefined && !isFolder(folder));
  if (missing !== undefined) return usage(`There is no folder ${missing}`);
  return named ?? findProjectRoot(start, { home: io.home });
}

async function help(io: CliIo, family: string | undefined): Promise<Answer> {
  const { helpText } = await import("./help.ts");
  const text = await helpText(io.version, family);
  if (text !== null) return said(text);
  return {
    ok: false,
    reason: "sdk_unknown_command",
    message: `There is no family ${family}`,
    remedy: "`loopwright help` lists them.",
  };
}

function picked(data: Json, path: string, flags: GlobalFlags): Answer {
  const value = pick(data, path) ?? flags.default;
  if (value === undefined) return { ok: false, reason: "pick_field_absent", message: `The answer has no ${path}` };
  return said(typeof value === "string" ? value : JSON.stringify(value, null, 2));
}

/** An answer that is text to people and programs alike. */
function said(text: string): Answer {
  return { ok: true, data: text, text, plain: true };
}

/** What nobody foresaw. */
function defect(error: unknown): Answer {
  const remedy = "This is a defect of loopwright; please report it with the command you gave.";
  return { ok: false, reason: "internal", message: messageOf(error), remedy };
}

function usage(
  message: string,
  remedy = "`loopwright help` lists the commands and flags.",
): Extract<Answer, { ok: false }> {
  return { ok: false, reason: "usage", message, remedy };
}

function say(answer: Answer, flags: GlobalFlags, io: CliIo): number {
  const forMachine = flags.raw || flags.json || io.stdout.isTTY !== true;
  if (answer.ok) {
    io.stdout.write(forMachine && !answer.plain ? JSON.stringify(answer.data, null, 2) : `${answer.text}\n`);
    return answer.exitCode ?? (answer.degraded && flags.exitContract === "v2" ? DEGRADED : 0);
  }
  const { reason, message, remedy, data, exitCode = 1 } = answer;
  if (forMachine && data !== undefined) io.stdout.write(JSON.stringify(data, null, 2));
  io.stderr.write(
    flags.jsonErrors ? `${JSON.stringify({ ok: false, reason, message })}\n` : `${sentences(message, remedy)}\n`,
  );
  return exitCode;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
