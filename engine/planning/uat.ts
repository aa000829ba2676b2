import type { JsonObject } from "../json.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { walkProse } from "./markdown.ts";

export interface UatTest {
  readonly number: number;
  readonly name: string;
  /** Lower case; null when the test has no result line. */
  readonly result: string | null;
}

export interface UatReading {
  readonly tests: readonly UatTest[];
  /** What keeps the report from being a pass, in words; empty for a pass. */
  readonly blockers: readonly string[];
}

const BLOCKING_STATUS: ReadonlySet<string> = new Set([
  "partial",
  "diagnosed",
  "pending",
  "blocked",
  "in_progress",
  "failed",
]);
const BLOCKING_RESULT: ReadonlySet<string> = new Set(["pending", "blocked", "failed"]);
const PASSED: ReadonlySet<string> = new Set(["pass", "passed"]);
const TEST = /^###\s+(\d+)[.)]\s+(.*?)\s*$/;
const RESULT = /^\s*(?:[-*+]\s+)?(?:\*\*)?result(?:\*\*:|:\*\*|:)\s*(.*?)\s*$/i;

export function isPass(result: string | null): boolean {
  return result !== null && PASSED.has(result);
}

/**
 * Reads a user acceptance report (`<NN>-UAT.md`). No test at all, a test without a result, an open status, and a fence or
 * comment that is never closed are no pass; quotes, comments and code are not read.
 */
export function readUat(text: string): UatReading {
  const front = readFrontmatter(text);
  const tests: { number: number; name: string; result: string | null }[] = [];
  const { open } = walkProse(text, front.body, (line) => {
    if (line.text.trimStart().startsWith(">")) return;
    const [heading, number, name = ""] = TEST.exec(line.text) ?? [];
    if (heading !== undefined) tests.push({ number: Number(number), name, result: null });
    else if (/^#{1,3}\s/.test(line.text)) tests.push({ number: 0, name: "", result: "" });
    const result = RESULT.exec(line.text)?.[1];
    const last = tests.at(-1);
    if (result !== undefined && last !== undefined) last.result ??= resultWord(result);
  });
  const named = tests.filter((test) => test.name !== "" || test.result === null);
  const problems = front.ok ? statusProblems(front.fields) : [front.problem.message];
  if (open !== null) problems.push(`A ${open} is never closed, so the rest could not be read.`);
  if (named.length === 0) problems.push("It holds no test (`### 1. Name` with a `result:` line).");
  for (const { name, result } of named) {
    if (!isPass(result)) problems.push(`Test "${name}" is ${result ?? "missing"}.`);
  }
  return { tests: named, blockers: problems };
}

function resultWord(text: string): string {
  return text
    .replace(/[`*_[\]"']/g, "")
    .trim()
    .toLowerCase();
}

function statusProblems(fields: JsonObject): string[] {
  const status = word(fields, "status");
  const result = word(fields, "result");
  return [
    ...(BLOCKING_STATUS.has(status) ? [`Its status is ${status}.`] : []),
    ...(BLOCKING_RESULT.has(result) ? [`Its result is ${result}.`] : []),
  ];
}

function word(fields: JsonObject, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === "string" ? resultWord(value) : "";
}
