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

export interface ProseEnd {
  /** A code fence or comment that was still open where the text ended: what follows it was not read. */
  readonly open: "fence" | "comment" | null;
}

const TAB = 9;
const HASH = 35;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const LESS_THAN = 60;
const BACKTICK = 96;
const TILDE = 126;

/**
 * Visits every line from `from` on in one pass. Line ends may be LF, CRLF or CR.
 */
export function walkLines(text: string, from: number, visit: (start: number, end: number, next: number) => void): void {
  const length = text.length;
  let start = from;
  let feed = text.indexOf("\n", start);
  let carriage = text.indexOf("\r", start);
  while (start < length) {
    if (feed !== -1 && feed < start) feed = text.indexOf("\n", start);
    if (carriage !== -1 && carriage < start) carriage = text.indexOf("\r", start);
    const feedAt = feed === -1 ? length : feed;
    const end = carriage === -1 ? feedAt : Math.min(feedAt, carriage);
    let next = end;
    if (text.charCodeAt(next) === CARRIAGE_RETURN) next++;
    if (text.charCodeAt(next) === LINE_FEED) next++;
    visit(start, end, next);
    start = next;
  }
}

/**
 * Visits the lines that are neither inside a code fence nor inside a comment block (CommonMark 0.31, 4.5 and 4.6).
 * Time is linear in the text.
 */
export function walkProse(text: string, from: number, visit: (line: Line) => void): ProseEnd {
  return walkProseLines(text, from, (start, end, next) => visit(new ProseLine(text, start, end, next)));
}

/** The same by offsets alone: most lines of a long text are passed by without a look at their words. */
export function walkProseLines(
  text: string,
  from: number,
  visit: (start: number, end: number, next: number) => void,
): ProseEnd {
  let fence: { readonly mark: string; readonly size: number } | null = null;
  let comment = false;
  walkLines(text, from, (start, end, next) => {
    if (fence === null && !comment && isOrdinary(text.charCodeAt(start))) {
      visit(start, end, next);
      return;
    }
    const first = firstInk(text, start, end);
    const head = text.charCodeAt(first);
    if (fence !== null) {
      if (closesFence(text, first, end, fence)) fence = null;
      return;
    }
    if (comment) {
      comment = !text.slice(start, end).includes("-->");
      return;
    }
    if (first < end && (head === BACKTICK || head === TILDE)) {
      fence = openedFence(text, first, end);
      if (fence !== null) return;
    }
    if (head === LESS_THAN && text.startsWith("<!--", first)) {
      comment = !text.slice(first + 4, end).includes("-->");
      return;
    }
    visit(start, end, next);
  });
  return { open: fence !== null ? "fence" : comment ? "comment" : null };
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
  walkProseLines(text, from, (start, end, next) => {
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
  walkProseLines(text, from, (start, _end, next) => keepTo(start, next));
  if (at < text.length) parts.push(" ".repeat(text.length - at));
  return parts.join("");
}

/** A line that begins with it can open neither a fence nor a comment: most lines of a long text. */
function isOrdinary(head: number): boolean {
  return head > SPACE && head !== LESS_THAN && head !== BACKTICK && head !== TILDE;
}

function firstInk(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB)) at++;
  return at;
}

function openedFence(text: string, first: number, end: number): { mark: string; size: number } | null {
  const mark = text.charAt(first);
  let at = first;
  while (at < end && text.charAt(at) === mark) at++;
  const size = at - first;
  if (size < 3) return null;
  if (mark === "`" && text.slice(at, end).includes("`")) return null;
  return { mark, size };
}

function closesFence(
  text: string,
  first: number,
  end: number,
  fence: { readonly mark: string; readonly size: number },
): boolean {
  let at = first;
  while (at < end && text.charAt(at) === fence.mark) at++;
  return at - first >= fence.size && firstInk(text, at, end) === end;
}
