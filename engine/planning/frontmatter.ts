import type { Document, Node } from "yaml";
import type { Json, JsonObject } from "../json.ts";
import { yaml } from "../yaml.ts";
import { readPlainFields } from "./plain-fields.ts";

export interface FrontmatterProblem {
  readonly code: "frontmatter_unterminated" | "frontmatter_unparsable";
  readonly message: string;
}

/**
 * What stands before the body. `fields` holds all scalars as strings; an empty value is an empty object.
 * Text without front matter reads as `present: false` with no fields. `body` is the offset where the body begins.
 */
export type Frontmatter =
  | { readonly ok: true; readonly present: boolean; readonly fields: JsonObject; readonly body: number }
  | { readonly ok: false; readonly problem: FrontmatterProblem; readonly body: number };

/** The YAML between the two fences, by offsets. */
export interface FrontmatterBlock {
  readonly start: number;
  readonly end: number;
  readonly body: number;
}

export type BlockSearch = FrontmatterBlock | "absent" | "unterminated";

/** Bounds the work of the YAML parser; far above what any planning file carries. */
const MAX_BLOCK = 64 * 1024;
const MAX_DEPTH = 64;

/** Reads the front matter of a planning file. A leading byte order mark and any line end are accepted. */
export function readFrontmatter(text: string): Frontmatter {
  const block = findBlock(text);
  const textStart = startOf(text);
  if (block === "absent") return { ok: true, present: false, fields: {}, body: textStart };
  if (block === "unterminated") {
    return {
      ok: false,
      body: textStart,
      problem: { code: "frontmatter_unterminated", message: "The front matter has no closing --- line." },
    };
  }
  const plain = readPlainFields(text.slice(block.start, block.end));
  if (plain !== null) return { ok: true, present: true, fields: plain, body: block.body };
  const parsed = parseBlock(text, block);
  if (!parsed.ok) return { ok: false, problem: parsed.problem, body: block.body };
  return { ok: true, present: true, fields: parsed.fields, body: block.body };
}

export function findBlock(text: string): BlockSearch {
  const first = startOf(text);
  const opening = /^---[ \t]*(?:\r\n|\n|\r|$)/.exec(text.slice(first, first + 64));
  if (opening === null) return "absent";
  const start = first + opening[0].length;
  const closing = /(?<=[\r\n])---[ \t]*(?:\r\n|\n|\r|(?![\s\S]))/g;
  closing.lastIndex = start;
  const match = closing.exec(text.slice(0, start + MAX_BLOCK));
  if (match === null) return "unterminated";
  return { start, end: match.index, body: match.index + match[0].length };
}

export type ParsedBlock =
  | { readonly ok: true; readonly fields: JsonObject; readonly document: Document.Parsed }
  | { readonly ok: false; readonly problem: FrontmatterProblem };

/** Reads the block as YAML, with the positions of its nodes. */
export function parseBlock(text: string, block: FrontmatterBlock): ParsedBlock {
  const source = text.slice(block.start, block.end).replace(/\r(?!\n)/g, "\n");
  if (isTooDeep(source)) return unparsable("it is nested too deeply");
  try {
    const document = yaml().parseDocument(source, {
      schema: "failsafe",
      logLevel: "silent",
      prettyErrors: false,
      uniqueKeys: false,
    });
    const reason = refusalOf(document, source);
    if (reason !== null) return unparsable(reason);
    const fields = document.contents === null ? {} : toJson(document.contents);
    return { ok: true, fields: fields as JsonObject, document };
  } catch (error) {
    return unparsable(error instanceof Error ? error.message : String(error));
  }
}

/** Brackets inside texts are counted too; no planning file comes near the limit. */
function isTooDeep(source: string): boolean {
  if (/(?:[-?][ \t]+){64}/.test(source)) return true;
  let depth = 0;
  for (let at = 0; at < source.length && depth <= MAX_DEPTH; at++) {
    const code = source.charCodeAt(at);
    if (code === 91 || code === 123) depth++;
    else if ((code === 93 || code === 125) && depth > 0) depth--;
  }
  return depth > MAX_DEPTH;
}

function refusalOf(document: Document.Parsed, source: string): string | null {
  const { isMap, visit } = yaml();
  const error = document.errors[0];
  if (error !== undefined) return error.message.split("\n")[0] ?? "invalid YAML";
  if (document.contents !== null && !isMap(document.contents)) return "the block is not a list of fields";
  if (!/[&*!]/.test(source)) return null;
  let reason: string | null = null;
  visit(document, {
    Alias: () => {
      reason = "aliases are not read";
      return visit.BREAK;
    },
    Value: (_key, node) => {
      if (node.anchor !== undefined) reason = "anchors are not read";
      else if (node.tag !== undefined) reason = "tags are not read";
      return reason === null ? undefined : visit.BREAK;
    },
  });
  return reason;
}

function unparsable(reason: string): ParsedBlock {
  return {
    ok: false,
    problem: { code: "frontmatter_unparsable", message: `The front matter cannot be read: ${reason}` },
  };
}

function toJson(node: Node): Json {
  const { isMap, isScalar, isSeq } = yaml();
  if (isMap(node)) return mapToJson(node.items);
  if (isSeq(node)) return node.items.map((item) => listItem(item as Node));
  if (isScalar(node)) return scalarText(node) ?? {};
  return "";
}

function mapToJson(pairs: readonly { readonly key: unknown; readonly value: unknown }[]): JsonObject {
  const { isAlias, isScalar } = yaml();
  const fields: Record<string, Json> = {};
  for (const pair of pairs) {
    if (!isScalar(pair.key)) throw new Error("a field name is not plain text");
    const key = String(pair.key.value);
    if (Object.hasOwn(fields, key)) throw new Error(`the field ${key} stands there twice`);
    if (key === "__proto__") continue;
    fields[key] = pair.value === null || isAlias(pair.value) ? {} : toJson(pair.value as Node);
  }
  return fields;
}

function listItem(node: Node): Json {
  return yaml().isScalar(node) ? (scalarText(node) ?? "") : toJson(node);
}

/** `null` for a value that was left empty, as opposed to a quoted empty text. */
function scalarText(node: { readonly value: unknown; readonly type?: string | undefined }): string | null {
  const text = node.value === null || node.value === undefined ? "" : String(node.value);
  return text === "" && (node.type === undefined || node.type === "PLAIN") ? null : text;
}

function startOf(text: string): number {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0;
}
