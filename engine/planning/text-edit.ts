import { type Line, lineEndOf, type Section, walkProse } from "./markdown.ts";

/** The text with the characters between two offsets replaced. */
export function splice(text: string, start: number, end: number, insert: string): string {
  return text.slice(0, start) + insert + text.slice(end);
}

/** Text of a person or a model made fit for one line of Markdown: it cannot begin a heading, a fence or a row. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}/gu, "")
    .trim();
}

/** `Name: value`, also bold or as a list item; group 1 is all before the value, 2 the name, 3 the value. */
const FIELD = /^(\s*(?:[-*+]\s+)?(?:\*\*)?([A-Za-z][A-Za-z ]*?)(?::\*\*|(?:\*\*)?:)[ \t]*)(.*?)[ \t]*$/;

/** Sets `Name: value` in a section. A missing line is added after the section's last one of that kind. */
export function setSectionField(text: string, section: Section | null, name: string, value: string): string {
  if (section === null) return text;
  const { place, last } = findField(text, section, name);
  if (place === null) return insertLine(text, last, `${name}: ${oneLine(value)}`);
  const lead = /[:*]$/.test(text.slice(0, place.start)) ? " " : "";
  return splice(text, place.start, place.end, lead + oneLine(value));
}

export function hasSectionField(text: string, section: Section, name: string): boolean {
  return findField(text, section, name).place !== null;
}

interface FieldSearch {
  /** Offsets of the value. */
  readonly place: { readonly start: number; readonly end: number } | null;
  /** Behind the last line of this kind. */
  readonly last: number;
}

function findField(text: string, section: Section, name: string): FieldSearch {
  const wanted = name.toLowerCase();
  let place: FieldSearch["place"] = null;
  let last = section.body;
  walkProse(text.slice(0, section.end), section.body, (line) => {
    const match = FIELD.exec(line.text);
    if (match === null) return;
    last = line.next;
    if (place !== null || match[2]?.toLowerCase() !== wanted) return;
    const start = line.start + (match[1]?.length ?? 0);
    place = { start, end: start + (match[3]?.length ?? 0) };
  });
  return { place, last };
}

/** The line that an offset lies in. */
export function lineAt(text: string, offset: number): Line {
  const before = text.slice(0, offset);
  const start = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
  const found = /\r\n|\n|\r/g;
  found.lastIndex = offset;
  const match = found.exec(text);
  const end = match?.index ?? text.length;
  return { start, end, next: end + (match?.[0].length ?? 0), text: text.slice(start, end) };
}

/** Puts a line of its own at an offset where a line begins. */
export function insertLine(text: string, at: number, line: string): string {
  const end = lineEndOf(text);
  const atLineStart = at === 0 || /[\r\n]/.test(text.charAt(at - 1));
  return splice(text, at, at, atLineStart ? line + end : end + line + end);
}

/** Offsets of the cells of a table row, without the space around their contents. */
export function cellRanges(line: Line): { readonly start: number; readonly end: number }[] {
  const bars = [...line.text.matchAll(/(?<!\\)\|/g)].map((match) => match.index);
  const ranges: { start: number; end: number }[] = [];
  const edges = line.text.trimEnd().endsWith("|") ? bars : [...bars, line.text.length];
  for (let index = 0; index + 1 < edges.length; index++) {
    const from = (edges[index] ?? 0) + 1;
    const content = line.text.slice(from, edges[index + 1]);
    const lead = content.length - content.trimStart().length;
    const empty = content.trim() === "";
    const start = line.start + from + (empty ? 0 : lead);
    ranges.push({ start, end: empty ? line.start + from + content.length : start + content.trim().length });
  }
  return ranges;
}

/** Sets the cells of one table row; `values` maps column numbers to contents. */
export function setCells(text: string, line: Line, values: ReadonlyMap<number, string>): string {
  const ranges = cellRanges(line);
  let result = text;
  for (const column of [...values.keys()].sort((a, b) => b - a)) {
    const range = ranges[column];
    if (range === undefined) continue;
    const value = oneLine(values.get(column) ?? "").replace(/(?<!\\)\|/g, "\\|");
    const empty = text.slice(range.start, range.end).trim() === "";
    result = splice(result, range.start, range.end, empty ? ` ${value} ` : value);
  }
  return result;
}
