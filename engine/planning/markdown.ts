import { type ProseEnd, walkProseLines } from "./prose.ts";

/** Offsets of one line in its text. `next` is the start of the following line. */
export interface Line {
  readonly start: number;
  /** Without the line end. */
  readonly end: number;
  readonly next: number;
  readonly text: string;
}

export interface Section {
  readonly level: number;
  readonly title: string;
  /** Start of the heading line. */
  readonly start: number;
  /** Start of the line after the heading. */
  readonly body: number;
  /** Start of the next heading of the same or a higher level, or the end of the text. */
  readonly end: number;
}

const HASH = 35;

/** Visits the lines that are neither inside a code fence nor inside a comment block, as `walkProseLines` does. */
export function walkProse(text: string, from: number, visit: (line: Line) => void): ProseEnd {
  return walkProseLines(text, from, null, (start, end, next) => visit(new ProseLine(text, start, end, next)));
}

class ProseLine implements Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
  readonly #source: string;

  constructor(source: string, start: number, end: number, next: number) {
    this.#source = source;
    this.start = start;
    this.end = end;
    this.next = next;
  }

  get text(): string {
    return this.#source.slice(this.start, this.end);
  }
}

/** Headings with the extent of their sections, in order of appearance. */
export function readSections(text: string, from: number): Section[] {
  type Open = { level: number; title: string; start: number; body: number; end: number };
  const sections: Open[] = [];
  const open: Open[] = [];
  walkProseLines(text, from, "#", (start, end, next) => {
    const heading = text.charCodeAt(start) === HASH ? parseHeading(text.slice(start, end)) : null;
    if (heading === null) return;
    while ((open.at(-1)?.level ?? 0) >= heading.level) {
      const closed = open.pop();
      if (closed !== undefined) closed.end = start;
    }
    const section = { ...heading, start, body: next, end: text.length };
    sections.push(section);
    open.push(section);
  });
  return sections;
}

export function parseHeading(line: string): { readonly level: number; readonly title: string } | null {
  if (line.charCodeAt(0) !== HASH) return null;
  let level = 1;
  while (line.charCodeAt(level) === HASH) level++;
  const gap = line.charCodeAt(level);
  if (level <= 6 && (gap === 32 || gap === 9) && !line.includes("#", level)) {
    return { level, title: line.slice(level).trim() };
  }
  const match = /^(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line);
  if (match === null) return null;
  return { level: match[1]?.length ?? 1, title: (match[2] ?? "").trim() };
}

/** The line end in use, by the first line. */
export function lineEndOf(text: string): "\n" | "\r\n" | "\r" {
  const match = /\r\n|\n|\r/.exec(text);
  return (match?.[0] as "\n" | "\r\n" | "\r" | undefined) ?? "\n";
}

/**
 * The text with everything inside code fences and comment blocks replaced by spaces, so that offsets stay.
 */
export function maskInert(text: string, from: number): string {
  const parts: string[] = [];
  let at = 0;
  const keepTo = (start: number, end: number) => {
    if (start > at) parts.push(" ".repeat(start - at));
    parts.push(text.slice(start, end));
    at = end;
  };
  keepTo(0, from);
  walkProseLines(text, from, null, (start, _end, next) => keepTo(start, next));
  if (at < text.length) parts.push(" ".repeat(text.length - at));
  return parts.join("");
}
