export interface LineReaderOptions {
  /** Longest line that is accepted, in bytes. */
  readonly limit: number;
  line(text: string): void;
  /** Called once per line beyond the limit; the rest of that line is dropped. */
  overlong(): void;
}

const NEWLINE = 10;

/** Cuts a stream of bytes into lines of UTF-8 text. Empty lines are skipped; an unfinished last line is never delivered. */
export function createLineReader(options: LineReaderOptions): (chunk: Uint8Array) => void {
  let parts: Uint8Array[] = [];
  let length = 0;
  let dropping = false;

  const keep = (part: Uint8Array) => {
    if (dropping || part.length === 0) return;
    length += part.length;
    if (length <= options.limit) {
      parts.push(part);
      return;
    }
    parts = [];
    dropping = true;
    options.overlong();
  };

  const finish = () => {
    const text = Buffer.concat(parts).toString("utf8");
    parts = [];
    length = 0;
    dropping = false;
    if (text !== "") options.line(text);
  };

  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, end));
      finish();
      from = end + 1;
    }
    keep(chunk.subarray(from));
  };
}
