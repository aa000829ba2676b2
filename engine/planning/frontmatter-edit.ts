import type { Node, Pair, YAMLMap } from "yaml";
import { isJsonObject, type Json } from "../json.ts";
import { yaml } from "../yaml.ts";
import { type FrontmatterBlock, type FrontmatterProblem, findBlock, parseBlock } from "./frontmatter.ts";
import { lineEndOf } from "./markdown.ts";
import { splice } from "./text-edit.ts";

export type FieldValue = string | number | boolean;

export interface FieldProblem {
  readonly code: FrontmatterProblem["code"] | "field_not_settable";
  readonly message: string;
}

export type FieldEdit =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: FieldProblem };

const ANY_READER = ["core", "yaml-1.1"] as const;

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Sets one front matter field, named by a dotted path, and changes no other byte. An existing value keeps its quotes
 * where they can hold the new one; text that a typed YAML reader would take for something else is quoted. A missing
 * field is added at the end of its block; text without front matter gets one.
 */
export function setFrontmatterField(text: string, path: string, value: FieldValue): FieldEdit {
  const keys = path.split(".");
  if (keys.some((key) => key === "" || key === "__proto__")) return refused(`${path} is no field name.`);
  const end = lineEndOf(text);
  const block = findBlock(text);
  if (block === "absent") return { ok: true, text: withNewBlock(text, newField(keys, value, "", end), end) };
  if (block === "unterminated") {
    return refused("The front matter has no closing --- line.", "frontmatter_unterminated");
  }
  const parsed = parseBlock(text, block);
  if (!parsed.ok) return { ok: false, problem: parsed.problem };
  const source = text.slice(block.start, block.end);
  const contents = parsed.document.contents;
  const change = yaml().isMap(contents)
    ? spliceIn(contents, keys, value, source, end)
    : { start: source.length, end: source.length, text: newField(keys, value, "", end) };
  if (change === null) return refused(`${path} does not hold a single value.`);
  return confirmed(text, block, change, keys, value);
}

/**
 * Replaces texts of a list, or the one text, that a front matter field holds. Those written with escapes are left as
 * they are, and so is everything when the front matter cannot be read.
 */
export function mapFrontmatterTexts(text: string, key: string, map: (item: string) => string): string {
  const block = findBlock(text);
  const parsed = typeof block === "string" ? null : parseBlock(text, block);
  if (typeof block === "string" || !parsed?.ok || !yaml().isMap(parsed.document.contents)) return text;
  const node = parsed.document.contents.get(key, true) as unknown;
  const items = yaml().isSeq(node) ? node.items : [node];
  let result = text;
  for (const item of [...items].reverse()) {
    if (!yaml().isScalar(item) || !item.range) continue;
    const old = String(item.value);
    const start = block.start + item.range[0];
    const written = text.slice(start, block.start + item.range[1]);
    const at = written.indexOf(old);
    if (old !== "" && at !== -1) result = splice(result, start + at, start + at + old.length, map(old));
  }
  return result;
}

/** Takes a top-level field out of the front matter, with the lines of its value. Unchanged when it is not there. */
export function removeFrontmatterField(text: string, key: string): string {
  const block = findBlock(text);
  const parsed = typeof block === "string" ? null : parseBlock(text, block);
  if (typeof block === "string" || !parsed?.ok || !yaml().isMap(parsed.document.contents)) return text;
  const { items, flow } = parsed.document.contents;
  const index = items.findIndex((pair) => yaml().isScalar(pair.key) && String(pair.key.value) === key);
  const start = startOfKey(items[index]);
  if (flow || start === null) return text;
  const source = text.slice(block.start, block.end);
  const value = items[index]?.value;
  const valueEnd = (yaml().isNode(value) ? value.range?.[1] : undefined) ?? start;
  const end = /[\r\n]/.test(source.charAt(valueEnd - 1)) ? valueEnd : endOfLine(source, valueEnd);
  return splice(text, block.start + start, block.start + end, "");
}

function startOfKey(pair: Pair | undefined): number | null {
  return yaml().isScalar(pair?.key) ? (pair.key.range?.[0] ?? null) : null;
}

/** The field is read back before the edit is handed out, so that no odd YAML can turn it into another change. */
function confirmed(
  text: string,
  block: FrontmatterBlock,
  change: Splice,
  keys: readonly string[],
  value: FieldValue,
): FieldEdit {
  const result = splice(text, block.start + change.start, block.start + change.end, change.text);
  const after = findBlock(result);
  const parsed = typeof after === "string" ? null : parseBlock(result, after);
  let found: Json | undefined = parsed?.ok ? parsed.fields : undefined;
  for (const key of keys) found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  if (found === String(value)) return { ok: true, text: result };
  return refused(`${keys.join(".")} cannot be set without changing what stands around it.`);
}

function spliceIn(
  map: YAMLMap,
  keys: readonly string[],
  value: FieldValue,
  source: string,
  end: string,
): Splice | null {
  const [key = "", ...rest] = keys;
  const pair = map.items.find((item) => yaml().isScalar(item.key) && String(item.key.value) === key);
  if (pair === undefined) return addition(map, keys, value, source, end);
  if (yaml().isMap(pair.value) && rest.length > 0) return spliceIn(pair.value, rest, value, source, end);
  if (!yaml().isScalar(pair.value)) return null;
  const empty = String(pair.value.value) === "" && pair.value.type === "PLAIN";
  if (empty) return fillEmpty(map, pair, rest, value, source, end);
  if (rest.length > 0) return null;
  return replacement(pair.value, value, source);
}

function replacement(scalar: Node & { type?: string | undefined }, value: FieldValue, source: string): Splice | null {
  if (scalar.range === undefined || scalar.range === null) return null;
  const [start, valueEnd] = scalar.range;
  const tail = /(?:\r\n|\n|\r)+$/.exec(source.slice(start, valueEnd))?.[0] ?? "";
  const isBlock = scalar.type === "BLOCK_LITERAL" || scalar.type === "BLOCK_FOLDED";
  return { start, end: valueEnd, text: render(value, scalar.type ?? "PLAIN") + (isBlock ? tail : "") };
}

function fillEmpty(
  map: YAMLMap,
  pair: Pair,
  rest: readonly string[],
  value: FieldValue,
  source: string,
  end: string,
): Splice | null {
  const keyEnd = yaml().isScalar(pair.key) ? (pair.key.range?.[1] ?? null) : null;
  const colon = keyEnd === null ? -1 : source.indexOf(":", keyEnd);
  if (keyEnd === null || colon === -1 || source.slice(keyEnd, colon).trim() !== "") return null;
  if (rest.length === 0) return { start: colon + 1, end: colon + 1, text: ` ${render(value, null)}` };
  if (map.flow) return null;
  const lineEnd = endOfLine(source, colon);
  const nested = newField(rest, value, `${indentOf(map, source)}  `, end);
  return { start: lineEnd, end: lineEnd, text: nested };
}

function addition(
  map: YAMLMap,
  keys: readonly string[],
  value: FieldValue,
  source: string,
  end: string,
): Splice | null {
  if (map.range === undefined || map.range === null) return null;
  if (map.flow) {
    if (keys.length > 1) return null;
    const close = source.lastIndexOf("}", map.range[1] - 1);
    const lead = map.items.length === 0 ? "" : ", ";
    return { start: close, end: close, text: `${lead}${renderKey(keys[0] ?? "")}: ${render(value, null)}` };
  }
  const at = lastLineEnd(source, map.range[1]);
  const lead = at > 0 && !/[\r\n]/.test(source.charAt(at - 1)) ? end : "";
  return { start: at, end: at, text: lead + newField(keys, value, indentOf(map, source), end) };
}

/** The end of the last line of a block that carries more than space or a comment. */
function lastLineEnd(source: string, blockEnd: number): number {
  const inked = source.slice(0, blockEnd).replace(/(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*[ \t]*$/, "");
  return endOfLine(source, inked.length);
}

function endOfLine(source: string, from: number): number {
  const match = /\r\n|\n|\r/g;
  match.lastIndex = from;
  const found = match.exec(source);
  return found === null ? source.length : found.index + found[0].length;
}

function indentOf(map: YAMLMap, source: string): string {
  const key = map.items[0]?.key;
  const start = yaml().isScalar(key) ? (key.range?.[0] ?? 0) : 0;
  const lineStart = Math.max(source.lastIndexOf("\n", start - 1), source.lastIndexOf("\r", start - 1)) + 1;
  const lead = start === 0 ? "" : source.slice(lineStart, start);
  return lead.trim() === "" ? lead : "";
}

function newField(keys: readonly string[], value: FieldValue, indent: string, end: string): string {
  const [key = "", ...rest] = keys;
  const line = `${indent}${renderKey(key)}:`;
  if (rest.length === 0) return `${line} ${render(value, null)}${end}`;
  return `${line}${end}${newField(rest, value, `${indent}  `, end)}`;
}

function withNewBlock(text: string, fields: string, end: string): string {
  const mark = text.charCodeAt(0) === 0xfeff ? "\ufeff" : "";
  return `${mark}---${end}${fields}---${end}${end}${text.slice(mark.length)}`;
}

function renderKey(key: string): string {
  return isSafePlain(key, ANY_READER) ? key : JSON.stringify(key);
}

/** `style` is that of the value in place, or null for a new field. */
function render(value: FieldValue, style: string | null): string {
  if (typeof value !== "string") {
    const mark = style === "QUOTE_DOUBLE" ? '"' : style === "QUOTE_SINGLE" ? "'" : "";
    return `${mark}${value}${mark}`;
  }
  if (style === "QUOTE_SINGLE" && isPrintable(value)) return `'${value.replaceAll("'", "''")}'`;
  if (style === "PLAIN" && isSafePlain(value, ["core"])) return value;
  return style === null && isSafePlain(value, ANY_READER) ? value : doubleQuoted(value);
}

function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function isPrintable(value: string): boolean {
  return !/[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/u.test(value);
}

/**
 * True when YAML readers take the bare characters for this very text, in block and in flow style: typed readers of
 * YAML 1.2, and for a new field also those of YAML 1.1, which know dates and `yes`.
 */
function isSafePlain(value: string, schemas: readonly ("core" | "yaml-1.1")[]): boolean {
  if (!isPrintable(value) || value !== value.trim() || /^(?:[-?:&*!%@`|>"'#]|\.\.\.)/.test(value)) return false;
  return schemas.every((schema) =>
    [`k: ${value}\n`, `{k: ${value}}\n`].every((source) => {
      const document = yaml().parseDocument(source, { schema, logLevel: "silent" });
      const contents = document.contents;
      const scalar = yaml().isMap(contents) && contents.items.length === 1 ? contents.items[0]?.value : undefined;
      return document.errors.length === 0 && yaml().isScalar(scalar) && scalar.value === value;
    }),
  );
}

function refused(message: string, code: FieldProblem["code"] = "field_not_settable"): FieldEdit {
  return { ok: false, problem: { code, message } };
}
