/** A text on one line and cut, never through the middle of a character. */
export function oneLine(text: string, limit: number): string {
  const clean = text.replace(/\s+/g, " ").trim();
  return clean.length <= limit ? clean : `${clean.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
