import type { Json, JsonObject } from "../json.ts";

interface SourceLine {
  readonly indent: number;
  readonly text: string;
}

const MAX_DEPTH = 8;
/** Control characters, and the spaces and marks that readers of YAML and of JavaScript do not see alike. */
const ODD =
  /[^\n\r -~\u00a1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ud7ff\ue000-\ufefe\uff00-\ufffd]|\r(?!\n)/;
const KEY = /^([A-Za-z_][A-Za-z0-9_-]{0,80}):(?: +(.*))?$/;
const DOUBLE_QUOTED = /^"([^"\\]*)"(?: +#.*)?$/;
const SINGLE_QUOTED = /^'((?:[^']|'')*)'(?: +#.*)?$/;
const FLOW_LIST = /^\[([^[\]{}#]*)\](?: +#.*)?$/;
const FLOW_ITEM = /\s*(?:"([^"\\]*)"|'((?:[^']|'')*)'|([^\s,"'][^,]*?))\s*(,|$)/y;

/**
 * Reads the plain front matter that planning files carry: fields, lists and maps of single-line texts, by indentation,
 * and flow lists of texts. Null for everything else, which a YAML reader then has to read; what is read here, it would
 * read alike.
 */
export function readPlainFields(source: string): JsonObject | null {
  if (ODD.test(source)) return null;
  const lines = linesOf(source);
  const reader = new PlainReader(lines);
  return reader.run();
}

class Unusual extends Error {}

class PlainReader {
  readonly #lines: SourceLine[];
  #at = 0;

  constructor(lines: SourceLine[]) {
    this.#lines = lines;
  }

  run(): JsonObject | null {
    try {
      const fields = this.#lines.length === 0 ? {} : this.#map(0, 0);
      return this.#at === this.#lines.length ? fields : null;
    } catch (error) {
      if (error instanceof Unusual) return null;
      throw error;
    }
  }

  #map(indent: number, depth: number): JsonObject {
    if (depth > MAX_DEPTH) throw new Unusual();
    const fields: Record<string, Json> = {};
    for (let line = this.#lines[this.#at]; line !== undefined; line = this.#lines[this.#at]) {
      if (line.indent < indent) break;
      const match = line.indent === indent ? KEY.exec(line.text) : null;
      const key = match?.[1];
      if (match === null || key === undefined || Object.hasOwn(fields, key) || key === "__proto__") throw new Unusual();
      this.#at++;
      const value = match[2] ?? "";
      fields[key] = value === "" || value.startsWith("#") ? this.#nested(indent, depth) : scalarOrList(value);
    }
    return fields;
  }

  /** What stands below a field without a value of its own. */
  #nested(indent: number, depth: number): Json {
    const line = this.#lines[this.#at];
    if (line === undefined || line.indent < indent) return {};
    if (line.text.startsWith("- ")) return this.#list(line.indent, depth + 1);
    return line.indent === indent ? {} : this.#map(line.indent, depth + 1);
  }

  #list(indent: number, depth: number): Json[] {
    if (depth > MAX_DEPTH) throw new Unusual();
    const items: Json[] = [];
    for (let line = this.#lines[this.#at]; line !== undefined; line = this.#lines[this.#at]) {
      if (line.indent < indent || (line.indent === indent && !line.text.startsWith("- "))) break;
      const text = line.text.slice(2);
      if (line.indent > indent || text === "" || text.startsWith(" ") || text.startsWith("#")) throw new Unusual();
      if (KEY.test(text)) {
        this.#lines[this.#at] = { indent: indent + 2, text };
        items.push(this.#map(indent + 2, depth + 1));
      } else {
        this.#at++;
        items.push(scalarOrList(text));
      }
    }
    return items;
  }
}

function linesOf(source: string): SourceLine[] {
  const lines: SourceLine[] = [];
  for (const line of source.split("\n")) {
    const text = line.trim();
    if (text !== "" && !text.startsWith("#")) lines.push({ indent: line.length - line.trimStart().length, text });
  }
  return lines;
}

function scalarOrList(value: string): Json {
  const head = value.charAt(0);
  if (head === "[") return flowList(value);
  if (head === '"') return textOr(DOUBLE_QUOTED.exec(value)?.[1]);
  if (head === "'") return textOr(SINGLE_QUOTED.exec(value)?.[1]).replaceAll("''", "'");
  const comment = value.indexOf(" #");
  const text = comment === -1 ? value : value.slice(0, comment).trimEnd();
  if (!isPlain(text)) throw new Unusual();
  return text;
}

function flowList(value: string): string[] {
  const inner = FLOW_LIST.exec(value)?.[1];
  if (inner === undefined) throw new Unusual();
  const items: string[] = [];
  if (inner.trim() === "") return items;
  FLOW_ITEM.lastIndex = 0;
  for (let ended = false; !ended; ) {
    const match = FLOW_ITEM.exec(inner);
    if (match === null) throw new Unusual();
    const [, double, single, plain] = match;
    if (plain !== undefined && !isPlain(plain)) throw new Unusual();
    items.push(double ?? single?.replaceAll("''", "'") ?? plain ?? "");
    ended = match[4] === "";
  }
  return items;
}

/** Characters that begin something else in YAML are left to its reader, also where they would be harmless. */
function isPlain(text: string): boolean {
  return text !== "" && !/^[-?:,[\]{}#&*!|>'"%@`=]|: |:$| #/.test(text);
}

function textOr(text: string | undefined): string {
  if (text === undefined) throw new Unusual();
  return text;
}
