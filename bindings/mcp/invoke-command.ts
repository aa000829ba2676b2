import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod/mini";
import { type CommandResult, type EnginePort, invocationOf } from "../../engine/index.ts";
import { answerOf } from "../shared/answer-of.ts";

const MOST_ARGUMENTS = 128;
const MOST_CHARACTERS = 64 * 1024;
/** They would lead a call to another project, or change how its answer is written. */
const FORBIDDEN_FLAGS = ["cwd", "project-dir", "ws", "raw", "json-errors", "exit-contract", "pick", "default"];

export const INVOKE_COMMAND: Tool = {
  name: "gsd_invoke_command",
  title: "Run a command",
  description: "Runs one command of the hub, for example loop render-hooks plan:pre, and answers with JSON.",
  inputSchema: {
    type: "object",
    properties: {
      family: { type: "string", description: "for example: loop" },
      subcommand: { type: "string", description: "for example: render-hooks; empty where the family has none" },
      args: { type: "array", items: { type: "string" }, maxItems: MOST_ARGUMENTS, description: "positions and flags" },
    },
    required: ["family", "subcommand"],
    additionalProperties: false,
  },
  annotations: { destructiveHint: true, openWorldHint: false },
};

export interface Invoked {
  readonly isError: boolean;
  /** JSON: `{ok: true, family, subcommand, data, exitCode}`, or `{ok: false, code, message, remedy?}`. */
  readonly text: string;
}

/** Runs one command as a model, so that what only a person may do is refused. */
export async function invokeCommand(engine: EnginePort, input: unknown): Promise<Invoked> {
  const read = schema().safeParse(input);
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => `${path.join(".") || "arguments"}: ${message}`);
    return failure("invalid_arguments", problems.join("; "));
  }
  const { family, subcommand, args } = read.data;
  const flag = args.find(isForbidden);
  if (flag !== undefined) return failure("forbidden_flag", `${flag.slice(0, 80)} is not for a call over MCP`);
  const words = [family, ...(subcommand === "" ? [] : [subcommand]), ...args];
  const invocation = await invocationOf(words);
  const result = await answerOf(() =>
    engine.run(invocation.family, invocation.subcommand, invocation.args, { audience: "model" }),
  );
  return answer(result, family, subcommand);
}

function answer(result: CommandResult, family: string, subcommand: string): Invoked {
  if (!result.ok) return failure(result.reason, result.message, result.remedy);
  return { isError: false, text: JSON.stringify({ ok: true, family, subcommand, data: result.data, exitCode: 0 }) };
}

function failure(code: string, message: string, remedy?: string): Invoked {
  return { isError: true, text: JSON.stringify({ ok: false, code, message, ...(remedy && { remedy }) }) };
}

function isForbidden(word: string): boolean {
  return FORBIDDEN_FLAGS.some((flag) => word === `--${flag}` || word.startsWith(`--${flag}=`));
}

function schema() {
  const argument = z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String));
  return z.strictObject({
    family: z.string().check(z.minLength(1)),
    subcommand: z.string(),
    args: z
      ._default(z.array(argument).check(z.maxLength(MOST_ARGUMENTS)), [])
      .check(z.refine((args) => args.join("").length <= MOST_CHARACTERS, "takes at most 64 KiB together")),
  });
}
