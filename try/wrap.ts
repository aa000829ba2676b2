import { stripVTControlCharacters } from "node:util";

/**
 * A line as lines of at most `width` columns, broken between words; those that follow hang two columns deeper. A word
 * that is longer stands alone on its line. Colours take no room.
 */
export function wrap(line: string, width: number): string {
  const indent = /^ */.exec(line)?.[0] ?? "";
  const hanging = `${indent}  `;
  const lines: string[] = [];
  let current = indent;
  let length = indent.length;
  for (const word of line.slice(indent.length).split(" ")) {
    const room = stripVTControlCharacters(word).length;
    const isFirst = current === indent || current === hanging;
    if (!isFirst && length + 1 + room > width) {
      lines.push(current);
      current = hanging + word;
      length = hanging.length + room;
    } else {
      current += isFirst ? word : ` ${word}`;
      length += room + (isFirst ? 0 : 1);
    }
  }
  return [...lines, current].join("\n");
}
