/** The cells of a table row, trimmed. An escaped bar belongs to its cell. */
export function tableCells(line: string): string[] {
  const row = line.trim().replace(/^\|/, "");
  const cells = row.includes("\\") ? row.split(/(?<!\\)\|/) : row.split("|");
  if (cells.at(-1)?.trim() === "") cells.pop();
  return cells.map((cell) => cell.trim());
}
