const WIDTH = 80;

/** Rows in columns under a head, at most 80 characters wide: the widest column gives way first. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => head.map((_, column) => oneLine(cells[column] ?? "")));
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => lengthOf(cells[column] ?? ""))));
  while (widths.reduce((sum, width) => sum + width + 2, -2) > WIDTH) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= 4) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => fit(cell, widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function fit(text: string, width: number): string {
  const letters = [...text];
  const short = letters.length > width ? `${letters.slice(0, width - 1).join("")}…` : text;
  return short + " ".repeat(Math.max(0, width - lengthOf(short)));
}

function lengthOf(text: string): number {
  return [...text].length;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
