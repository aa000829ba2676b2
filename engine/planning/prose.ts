import { LineWalk } from "./line-walk.ts";

export interface ProseEnd {
  /** A code fence or comment that was still open where the text ended: what follows it was not read. */
  readonly open: "fence" | "comment" | null;
}

interface Fence {
  readonly mark: string;
  readonly size: number;
}

const TAB = 9;
const SPACE = 32;
const LESS_THAN = 60;
const BACKTICK = 96;
const TILDE = 126;

/**
 * Visits the lines that are neither inside a code fence nor inside a comment block (CommonMark 0.31, 4.5 and 4.6), by
 * their offsets. Time is linear in the text. `wanted` is the source of a regular expression, in any case of letters: how
 * lines that are to be visited begin behind their blanks. Of the others most are passed by; null passes by none.
 */
export function walkProseLines(
  text: string,
  from: number,
  wanted: string | null,
  visit: (start: number, end: number, next: number) => void,
): ProseEnd {
  const line = new LineWalk(text);
  const search = wanted === null ? null : searchFor(wanted);
  for (let at = from; at < text.length; ) {
    if (search !== null && at > from) at = wantedLine(text, at, search);
    if (at === text.length) break;
    line.moveTo(at);
    const { start, end, next } = line;
    const first = firstInk(text, start, end);
    const head = first === end ? 0 : text.charCodeAt(first);
    const fence = head === BACKTICK || head === TILDE ? openedFence(text, first, end) : null;
    if (fence !== null) {
      if (!closeFence(text, line, fence)) return { open: "fence" };
    } else if (head === LESS_THAN && text.startsWith("<!--", first)) {
      const close = text.indexOf("-->", first + 4);
      if (close === -1) return { open: "comment" };
      line.moveTo(close);
    } else visit(start, end, next);
    at = line.next;
  }
  return { open: null };
}

export function firstInk(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

/** Fences and comments are always looked at: they decide about the lines behind them. */
function searchFor(wanted: string): RegExp {
  return new RegExp(`[\\r\\n][ \\t]*(?:[<\`~]|${wanted})`, "gi");
}

/** The start of the first line from `at` on that is looked at, or the end of the text. */
function wantedLine(text: string, at: number, search: RegExp): number {
  search.lastIndex = at - 1;
  const match = search.exec(text);
  return match === null ? text.length : match.index + 1;
}

function openedFence(text: string, first: number, end: number): Fence | null {
  const mark = text.charAt(first);
  const size = runLength(text, first, end, mark);
  if (size < 3 || (mark === "`" && text.slice(first + size, end).includes("`"))) return null;
  return { mark, size };
}

/** Moves to the line that closes the fence; false when there is none. */
function closeFence(text: string, line: LineWalk, { mark, size }: Fence): boolean {
  while (line.next < text.length) {
    line.moveTo(line.next);
    const first = firstInk(text, line.start, line.end);
    const length = runLength(text, first, line.end, mark);
    if (length >= size && firstInk(text, first + length, line.end) === line.end) return true;
  }
  return false;
}

function runLength(text: string, from: number, end: number, mark: string): number {
  let at = from;
  while (at < end && text.charAt(at) === mark) at++;
  return at - from;
}
