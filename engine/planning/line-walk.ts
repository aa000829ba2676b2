const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Goes from line to line, forwards only. Line ends may be LF, CRLF or CR. */
export class LineWalk {
  readonly #text: string;
  #feed = -1;
  #carriage = -1;
  start = 0;
  /** Without the line end. */
  end = 0;
  /** Start of the following line. */
  next = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** To the rest of the line in which `start` lies. */
  moveTo(start: number): void {
    const text = this.#text;
    // Looked for again only when passed: where there is none, that takes the whole text.
    if (this.#feed < start) this.#feed = indexOrEnd(text, "\n", start);
    if (this.#carriage < start) this.#carriage = indexOrEnd(text, "\r", start);
    this.start = start;
    this.end = Math.min(this.#feed, this.#carriage);
    this.next = this.end;
    if (text.charCodeAt(this.next) === CARRIAGE_RETURN) this.next++;
    if (text.charCodeAt(this.next) === LINE_FEED) this.next++;
  }
}

function indexOrEnd(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from);
  return index === -1 ? text.length : index;
}
