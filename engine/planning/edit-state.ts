import { readFrontmatter } from "./frontmatter.ts";
import { type FieldEdit, type FieldValue, setFrontmatterField } from "./frontmatter-edit.ts";
import { lineEndOf, readSections, type Section, walkProse } from "./markdown.ts";
import { BLOCKERS, DECISIONS, NOTHING, sectionNamed } from "./state.ts";
import { insertLine, oneLine, setSectionField, splice } from "./text-edit.ts";

const POSITION = /^current position$/i;
const SESSION = /^session\b/i;
const CONTEXT = /^accumulated context$/i;
const ITEM = /^[-*+]\s+(?:\[[ xX]\]\s+)?(.*?)\s*$/;

/** Sets several front matter fields of STATE.md; stops at the first that cannot be set. */
export function setStateFields(text: string, fields: Readonly<Record<string, FieldValue>>): FieldEdit {
  let result = text;
  for (const [path, value] of Object.entries(fields)) {
    const edit = setFrontmatterField(result, path, value);
    if (!edit.ok) return edit;
    result = edit.text;
  }
  return { ok: true, text: result };
}

/** Sets lines such as `Phase:` and `Status:` under "Current Position". */
export function setPosition(text: string, fields: Readonly<Record<string, string>>): string {
  return setFields(text, POSITION, fields);
}

/** Sets lines such as `Stopped at:` in the session section. */
export function setSession(text: string, fields: Readonly<Record<string, string>>): string {
  return setFields(text, SESSION, fields);
}

/** Redraws a `Progress: [███░░] 60%` line under "Current Position", where there is one. */
export function setProgressBar(text: string, percent: number): string {
  const section = sectionNamed(sectionsOf(text), POSITION);
  if (section === null) return text;
  let result = text;
  walkProse(text.slice(0, section.end), section.body, (line) => {
    const match = /^(\s*(?:\*\*)?Progress:(?:\*\*)?\s*\[)([█▓▒░#\-. ]+)(\]\s*)(\d+)(%)/u.exec(line.text);
    if (match === null || result !== text) return;
    const [, lead = "", bar = "", gap = "", old = ""] = match;
    const filled = Math.floor((bar.length * percent) / 100);
    const start = line.start + lead.length;
    const drawn = "█".repeat(filled) + "░".repeat(bar.length - filled);
    result = splice(text, start, start + bar.length + gap.length + old.length, `${drawn}${gap}${percent}`);
  });
  return result;
}

/** Adds a decision; the same one twice stays one. */
export function addDecision(text: string, decision: string): string {
  return addItem(text, DECISIONS, "Decisions", oneLine(decision));
}

export function addBlocker(text: string, blocker: string): string {
  return addItem(text, BLOCKERS, "Blockers/Concerns", oneLine(blocker));
}

export type Resolution =
  | { readonly kind: "resolved"; readonly text: string; readonly blocker: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "ambiguous"; readonly candidates: readonly string[] };

/** Removes the blocker with these words, or the only one that contains them. */
export function resolveBlocker(text: string, blocker: string): Resolution {
  const section = sectionNamed(sectionsOf(text), BLOCKERS);
  const wanted = oneLine(blocker).toLowerCase();
  if (section === null || wanted === "") return { kind: "unknown" };
  const items = itemsOf(text, section);
  const exact = items.filter((item) => item.text.toLowerCase() === wanted);
  const matching =
    exact.length > 0 ? exact.slice(0, 1) : items.filter((item) => item.text.toLowerCase().includes(wanted));
  const [item, other] = matching;
  if (item === undefined) return { kind: "unknown" };
  if (other !== undefined) return { kind: "ambiguous", candidates: matching.map((candidate) => candidate.text) };
  const rest = items.length === 1 ? `None yet.${lineEndOf(text)}` : "";
  return { kind: "resolved", text: splice(text, item.start, item.end, rest), blocker: item.text };
}

interface Item {
  readonly text: string;
  readonly start: number;
  /** After the item's last line, continuation lines included. */
  readonly end: number;
}

function itemsOf(text: string, section: Section): Item[] {
  const items: { text: string; start: number; end: number }[] = [];
  let open: { text: string; start: number; end: number } | null = null;
  walkProse(text.slice(0, ownEnd(text, section)), section.body, (line) => {
    const match = ITEM.exec(line.text);
    if (match !== null) {
      open = { text: match[1] ?? "", start: line.start, end: line.next };
      if (!NOTHING.test(open.text)) items.push(open);
    } else if (open !== null && /^\s+\S/.test(line.text)) open.end = line.next;
    else open = null;
  });
  return items;
}

function addItem(text: string, title: RegExp, heading: string, item: string): string {
  const sections = sectionsOf(text);
  const section = sectionNamed(sections, title);
  if (section === null) return addSection(text, sectionNamed(sections, CONTEXT), heading, item);
  const items = itemsOf(text, section);
  if (items.some((known) => known.text === item)) return text;
  const last = items.at(-1);
  if (last !== undefined) return insertLine(text, last.end, `- ${item}`);
  const placeholder = placeholderIn(text, section);
  if (placeholder !== null) return splice(text, placeholder.start, placeholder.end, `- ${item}`);
  const end = lineEndOf(text);
  const blank = /^(?:\r\n|\n|\r)/.exec(text.slice(section.body))?.[0].length ?? 0;
  const at = section.body + blank;
  const follows = at < text.length && !/^[\r\n]/.test(text.slice(at));
  return insertLine(text, at, `${blank === 0 ? end : ""}- ${item}${follows ? end : ""}`);
}

function addSection(text: string, parent: Section | null, heading: string, item: string): string {
  const end = lineEndOf(text);
  const at = parent?.end ?? text.length;
  const lead = at === 0 || /(?:\n|\r)(?:\r\n|\n|\r)$/.test(text.slice(0, at)) ? "" : end;
  const follows = at < text.length ? end : "";
  return insertLine(text, at, `${lead}### ${heading}${end}${end}- ${item}${follows}`);
}

function placeholderIn(text: string, section: Section): { readonly start: number; readonly end: number } | null {
  let found: { start: number; end: number } | null = null;
  walkProse(text.slice(0, ownEnd(text, section)), section.body, (line) => {
    const words = line.text.trim().replace(/^[-*+]\s+/, "");
    if (found === null && NOTHING.test(words)) found = { start: line.start, end: line.end };
  });
  return found;
}

/** Where the section's own part ends: at the next heading of any level. */
function ownEnd(text: string, section: Section): number {
  const next = sectionsOf(text).find((other) => other.start > section.start);
  return Math.min(section.end, next?.start ?? section.end);
}

function setFields(text: string, title: RegExp, fields: Readonly<Record<string, string>>): string {
  let result = text;
  for (const [name, value] of Object.entries(fields)) {
    result = setSectionField(result, sectionNamed(sectionsOf(result), title), name, value);
  }
  return result;
}

function sectionsOf(text: string): Section[] {
  return readSections(text, readFrontmatter(text).body);
}
