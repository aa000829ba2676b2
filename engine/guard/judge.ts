import { statSync } from "node:fs";
import type { JsonObject } from "../json.ts";
import type { Refusal } from "../reaction.ts";
import { judgeDecision } from "./person-commands.ts";
import { type GuardFacts, holdsDecisions, isEngineOwned, isSecret, PATH_RULES } from "./rules.ts";
import { type PathUse, readToolCall } from "./tool-call.ts";
import { locatePath, type Where } from "./where.ts";

export interface GuardOptions {
  /** Real path of the project root. */
  readonly root: string;
  readonly writableRoots: readonly string[];
}

/** Decides on one tool call. Null allows it. Reads the disk only to resolve the paths that the call names. */
export function judgeToolCall(tool: string, args: JsonObject, options: GuardOptions): Refusal | null {
  const facts: GuardFacts = { sizeOf, writableRoots: options.writableRoots };
  if (tool.trim() === "") return judgeNameless(args, options);
  const call = readToolCall(tool, args);
  switch (call.kind) {
    case "harmless":
      return null;
    case "paths":
      return firstRefusal(call.uses, options, facts);
    case "shell":
      return judgeDecision(call.command) ?? judgeShell(call.command, options);
    case "unknown":
      return judgeUnknown(tool, call.texts, options);
  }
}

function firstRefusal(uses: readonly PathUse[], options: GuardOptions, facts: GuardFacts): Refusal | null {
  for (const use of uses) {
    const where = locatePath(use.path, options.root);
    for (const rule of PATH_RULES) {
      const refusal = rule.refuses(use, where, facts);
      if (refusal) return refusal;
    }
  }
  return null;
}

function judgeNameless(args: JsonObject, options: GuardOptions): Refusal {
  const call = readToolCall("write", args);
  const named = call.kind === "paths" ? call.uses.map((use) => locatePath(use.path, options.root).named) : [];
  return {
    rule: "nameless-tool",
    reason: `a tool call without a name${named.length > 0 ? ` on ${named.join(", ")}` : ""} cannot be judged`,
    remedy: "Call the tool by its name; planning files are changed with gsd_state.",
  };
}

function judgeUnknown(tool: string, texts: readonly string[], options: GuardOptions): Refusal | null {
  for (const text of texts) {
    if (text.length > 4096 || /[\n\0]/.test(text)) continue;
    const where = locatePath(text, options.root);
    if (!isProtected(where)) continue;
    return {
      rule: "unknown-tool",
      reason: `${tool} is not known here and names the protected file ${text}`,
      remedy: "Use the host's read tool to read it, and gsd_state or gsd_command to change planning files.",
    };
  }
  return null;
}

/** One command that only reads, without redirection, substitution or a second command behind it. */
const ONLY_READS =
  /^\s*(?:cat|head|tail|less|wc|grep|rg|stat|ls|diff|cmp|file|sha256sum|md5sum|git (?:diff|log|show|status|blame))\b[^;&|<>`$\n]*$/;
const SHELL_WORD = /"([^"]*)"|'([^']*)'|[^\s;&|<>()"'`]+/g;

/** A shell command is refused when one of its words names a secret, or a file of the engine that it does not only read. */
function judgeShell(command: string, options: GuardOptions): Refusal | null {
  for (const match of command.matchAll(SHELL_WORD)) {
    const word = match[1] ?? match[2] ?? match[0];
    if (word === "" || word.startsWith("-")) continue;
    const where = locatePath(word, options.root);
    if (!isProtected(where)) continue;
    if (!isSecret(where.real) && !isSecret(where.named) && ONLY_READS.test(command)) continue;
    return {
      rule: "shell",
      reason: `the command touches ${word}, which is ${isSecret(where.real) ? "a secret" : "written by the engine only"}`,
      remedy: "Leave that file out of the command; gsd_state reads and changes planning state.",
    };
  }
  return null;
}

function isProtected(where: Where): boolean {
  if (isSecret(where.real) || isSecret(where.named) || holdsDecisions(where.real)) return true;
  return where.inside !== null && isEngineOwned(where.inside);
}

function sizeOf(where: Where): number | null {
  return statSync(where.real, { throwIfNoEntry: false })?.size ?? null;
}
