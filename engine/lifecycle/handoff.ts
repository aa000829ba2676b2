import { isJsonObject, type Json, type JsonObject } from "../json.ts";

export interface Handoff {
  readonly task_id: string;
  readonly tier: "cheap" | "mid" | "powerful";
  readonly status: "done" | "blocked" | "escalate";
  readonly summary: string;
  readonly learnings: readonly string[];
}

export interface HandoffReading {
  readonly blocks: number;
  readonly verdict: "ok" | "no_block" | "duplicate_block" | "unparseable_block" | "invalid_block";
  /** Codes of what is wrong with the block. */
  readonly errors: readonly string[];
  readonly missing_sections: readonly string[];
  /** What the block says; null unless the verdict is ok. */
  readonly handoff: Handoff | null;
}

const SCHEMA = "guild.handoff.v2";
const BLOCK = /^```guild\.handoff\.v2[ \t]*\r?\n([\s\S]*?)^```[ \t]*$/gm;
const SECTIONS = ["changed_files", "opens_for", "assumptions", "evidence", "followups"];
const SUMMARY_LENGTH = 600;
const NOTES_LENGTH = 200;

type Rule = (value: Json | undefined, block: JsonObject) => readonly string[];

const isText = (value: unknown): value is string => typeof value === "string";
const isBlank = (value: string) => value.trim() === "";
const oneOf = (code: string, words: readonly string[]): Rule => {
  return (value) => (isText(value) && words.includes(value) ? [] : [code]);
};

function texts(name: string, isNeeded: boolean): Rule {
  return (value) => {
    if (value === undefined && !isNeeded) return [];
    if (!Array.isArray(value)) return [`${name}_type`];
    return value.flatMap((item, index) => (isText(item) ? [] : [`${name}_item:${index}`]));
  };
}

const RULES: Readonly<Record<string, Rule>> = {
  schema_version: oneOf("schema_version", [SCHEMA]),
  task_id: (value) => (isText(value) && !isBlank(value) ? [] : ["task_id"]),
  tier: oneOf("tier", ["cheap", "mid", "powerful"]),
  status: oneOf("status", ["done", "blocked", "escalate"]),
  summary(value) {
    if (!isText(value)) return ["summary_type"];
    if (isBlank(value)) return ["summary_empty"];
    return value.length > SUMMARY_LENGTH ? ["summary_too_long"] : [];
  },
  artifacts: texts("artifacts", true),
  issues: texts("issues", true),
  escalate_reason(value, { status }) {
    if (value !== undefined && !isText(value)) return ["escalate_reason_type"];
    return status === "escalate" && isBlank(value ?? "") ? ["escalate_reason_missing"] : [];
  },
  learnings: texts("learnings", false),
  notes(value) {
    if (value === undefined) return [];
    if (!isText(value)) return ["notes_type"];
    return value.length > NOTES_LENGTH ? ["notes_too_long"] : [];
  },
  injection_clean: (value) =>
    value === undefined ? [] : oneOf("injection_clean", ["clean", "flagged", "unverified"])(value, {}),
};

/** Reads a receipt: the one block that counts, and the sections around it. */
export function readHandoff(text: string): HandoffReading {
  const bodies = [...text.matchAll(BLOCK)].map((match) => match[1] ?? "");
  const base = { blocks: bodies.length, errors: [], missing_sections: missingSections(text), handoff: null };
  const [body] = bodies;
  if (body === undefined) return { ...base, verdict: "no_block" };
  if (bodies.length > 1) return { ...base, verdict: "duplicate_block" };
  let block: unknown;
  try {
    block = JSON.parse(body);
  } catch {
    // Said by the verdict.
    return { ...base, verdict: "unparseable_block" };
  }
  const errors = problemsOf(block);
  if (errors.length > 0) return { ...base, verdict: "invalid_block", errors };
  return { ...base, verdict: "ok", handoff: { learnings: [], ...(block as object) } as unknown as Handoff };
}

function problemsOf(block: unknown): readonly string[] {
  if (!isJsonObject(block)) return ["not_object"];
  const unknown = Object.keys(block).filter((key) => !Object.hasOwn(RULES, key));
  return [
    ...unknown.map((key) => `unknown_key:${key}`),
    ...Object.entries(RULES).flatMap(([key, rule]) => rule(block[key], block)),
  ];
}

function missingSections(text: string): readonly string[] {
  return SECTIONS.filter((name) => !new RegExp(`^(?:#{1,2}[ \\t]+${name}\\b|${name}:)`, "m").test(text));
}

/** Whether a task may count as handed in: a valid block and every section. */
export function isSubmission({ verdict, missing_sections: missing }: HandoffReading): boolean {
  return verdict === "ok" && missing.length === 0;
}

/** Whether a file is a receipt, by where it lies or by what its front matter says. */
export function isReceipt(path: string, text: string): boolean {
  const folders = path.replaceAll("\\", "/");
  if (/\/(?:dist|fixtures)\/|legacy-example/.test(folders)) return false;
  if (/\/(?:handoffs|receipts)\//.test(folders)) return true;
  return /^---\r?\n(?:(?!---).*\r?\n)*?type:[ \t]*["']?handoff_receipt\b/.test(text);
}
