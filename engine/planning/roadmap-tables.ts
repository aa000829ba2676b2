import { readFrontmatter } from "./frontmatter.ts";
import { type Line, walkProse } from "./markdown.ts";
import { normalPhaseId } from "./phase-id.ts";
import { numberOfRow, type RoadmapOptions } from "./roadmap-title.ts";
import { tableCells } from "./table-cells.ts";

export interface ProgressRow {
  readonly id: string;
  readonly line: Line;
}

export interface ProgressTable {
  /** In lower case. */
  readonly columns: readonly string[];
  readonly rows: readonly ProgressRow[];
}

/** The tables of a roadmap whose first column is the phase and that have a column for its status. */
export function readProgressTables(text: string, options: RoadmapOptions): readonly ProgressTable[] {
  const tables: ProgressTable[] = [];
  /** Rows of the table that the lines before belong to; those of other tables are not kept. */
  let rows: ProgressRow[] | "other" | null = null;
  walkProse(text, readFrontmatter(text).body, (line) => {
    if (line.text === "") return;
    const cells = /^[ \t]*\|/.test(line.text) ? tableCells(line.text) : null;
    if (cells === null) rows = null;
    else if (rows === null) {
      const columns = cells.map((cell) => cell.toLowerCase());
      rows = columns[0] === "phase" && columns.includes("status") ? [] : "other";
      if (rows !== "other") tables.push({ columns, rows });
    } else if (rows !== "other") {
      const number = numberOfRow(cells[0] ?? "", options);
      if (number !== null) rows.push({ id: normalPhaseId(number), line });
    }
  });
  return tables;
}
