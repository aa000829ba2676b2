import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { once } from "../once.ts";
import { type FrontmatterProblem, readFrontmatter } from "./frontmatter.ts";
import { maskInert } from "./markdown.ts";

export interface PlanTask {
  readonly name: string;
  /** `auto`, `tracer`, `checkpoint:…` */
  readonly type: string;
  readonly files: readonly string[];
  readonly hasAction: boolean;
  readonly hasVerify: boolean;
  readonly hasDone: boolean;
}

export interface PlanDocument {
  readonly fields: JsonObject;
  readonly problem: FrontmatterProblem | null;
  readonly objective: string;
  readonly dependsOn: readonly string[];
  readonly filesModified: readonly string[];
  readonly filesDeleted: readonly string[];
  readonly requirements: readonly string[];
  readonly autonomous: boolean;
  readonly declaredWave: number | null;
  readonly agentHint: string | null;
  readonly superseded: boolean;
  readonly tasks: readonly PlanTask[];
  readonly checks: readonly string[];
}

export interface PlanText {
  /** Read when it is asked for. */
  readonly document: () => PlanDocument;
  readonly superseded: boolean;
}

/** The text of a plan, of which only so much is read as decides whether it still counts: most are never looked into. */
export function planText(text: string): PlanText {
  const document = once(() => readPlan(text));
  return { document, superseded: /superseded/i.test(text) && document().superseded };
}

/** Reads the text of a plan. Elements are found in prose only: an example inside a code fence is never a check. */
export function readPlan(text: string): PlanDocument {
  const front = readFrontmatter(text);
  const fields = front.ok ? front.fields : {};
  const masked = maskInert(text, front.body);
  const wave = textOf(fields.wave);
  return {
    fields,
    problem: front.ok ? null : front.problem,
    objective: objectiveOf(text, masked, front.body) || (textOf(fields.objective) ?? ""),
    dependsOn: listOf(fields.depends_on),
    filesModified: listOf(fields.files_modified),
    filesDeleted: listOf(fields.files_deleted),
    requirements: listOf(fields.requirements),
    autonomous: fields.autonomous === undefined ? front.ok : textOf(fields.autonomous) === "true",
    declaredWave: wave !== null && /^\d+$/.test(wave) ? Number(wave) : null,
    agentHint: textOf(fields.agent_hint),
    superseded: textOf(fields.status)?.toLowerCase() === "superseded",
    tasks: tasksOf(text, masked, front.body),
    checks: checksOf(text, masked, front.body),
  };
}

interface Element {
  readonly attributes: string;
  /** Offsets of the content. */
  readonly start: number;
  readonly end: number;
}

function objectiveOf(text: string, masked: string, from: number): string {
  const element = elements(masked, "objective", from, masked.length)[0];
  if (element === undefined) return "";
  const lines = text.slice(element.start, element.end).split(/\r\n|\n|\r/);
  return lines.find((line) => line.trim() !== "")?.trim() ?? "";
}

function tasksOf(text: string, masked: string, from: number): PlanTask[] {
  const tasks = elements(masked, "task", from, masked.length).map((element) => {
    const inner = (tag: string) => elements(masked, tag, element.start, element.end)[0];
    const content = (tag: string) => {
      const found = inner(tag);
      return found === undefined ? "" : text.slice(found.start, found.end).trim();
    };
    return {
      name: content("name"),
      type: /\btype\s*=\s*["']([^"']*)["']/.exec(element.attributes)?.[1] ?? "auto",
      files: content("files")
        .split(/[,\r\n]+/)
        .map((file) => file.trim())
        .filter((file) => file !== ""),
      hasAction: inner("action") !== undefined,
      hasVerify: inner("verify") !== undefined,
      hasDone: inner("done") !== undefined,
    };
  });
  return tasks.length > 0 ? tasks : headingTasks(masked.slice(from));
}

function headingTasks(body: string): PlanTask[] {
  const headings = body.matchAll(/^##{1,3}[ \t]+Task[ \t]+\d+[ \t]*[:.—–-]?[ \t]*(.*)$/gim);
  return [...headings].map((match) => ({
    name: (match[1] ?? "").trim(),
    type: "auto",
    files: [],
    hasAction: false,
    hasVerify: false,
    hasDone: false,
  }));
}

function checksOf(text: string, masked: string, from: number): string[] {
  const checks = new Set<string>();
  for (const verify of elements(masked, "verify", from, masked.length)) {
    for (const automated of elements(masked, "automated", verify.start, verify.end)) {
      const command = withoutFenceLines(text.slice(automated.start, automated.end)).trim();
      if (command !== "") checks.add(command);
    }
  }
  return [...checks];
}

function withoutFenceLines(text: string): string {
  if (!/```|~~~/.test(text)) return text;
  return text
    .split(/\r\n|\n|\r/)
    .filter((line) => !/^\s*(?:```|~~~)/.test(line))
    .join("\n");
}

/** Elements of one name between two offsets, in order. An element that is never closed is not one. */
function elements(masked: string, tag: string, from: number, to: number): Element[] {
  const found: Element[] = [];
  const opening = new RegExp(`<${tag}(\\s[^>]*)?>`, "g");
  opening.lastIndex = from;
  const closing = `</${tag}>`;
  for (let match = opening.exec(masked); match !== null && match.index < to; match = opening.exec(masked)) {
    const start = match.index + match[0].length;
    const end = masked.indexOf(closing, start);
    if (end === -1 || end > to) break;
    found.push({ attributes: match[1] ?? "", start, end });
    opening.lastIndex = end + closing.length;
  }
  return found;
}

function textOf(value: Json | undefined): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

function listOf(value: Json | undefined): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : value.split(",").map((item) => item.trim());
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: Json) => (isJsonObject(item) ? [] : [String(item).trim()])).filter((item) => item !== "");
}
