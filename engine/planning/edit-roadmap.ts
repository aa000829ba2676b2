import { readFrontmatter } from "./frontmatter.ts";
import { walkProse } from "./markdown.ts";
import { planId } from "./plan-files.ts";
import { readRoadmap } from "./roadmap.ts";
import { markShipped } from "./roadmap-milestone.ts";
import { milestoneFilter } from "./roadmap-scope.ts";
import { readProgressTables } from "./roadmap-tables.ts";
import { tableCells } from "./table-cells.ts";
import { setCells, splice } from "./text-edit.ts";

export interface ProgressCells {
  /** `2/3` */
  readonly plans?: string;
  readonly status?: "Not started" | "In progress" | "Complete" | "Deferred";
  /** `2026-02-03` */
  readonly completed?: string;
}

export interface RoadmapFocus {
  /** The current milestone, as STATE.md names it. */
  readonly milestone: string | null;
  /** Phases may be written `[PROJ.01] 02`. */
  readonly bracket: boolean;
}

/** Ticks the checklist line of a phase of the current milestone. */
export function tickPhase(text: string, id: string, focus: RoadmapFocus): string {
  const document = readRoadmap(text, focus);
  const belongs = milestoneFilter(document, focus.milestone);
  const entry = document.checklist.find((line) => line.id === id && belongs(line.milestone));
  return entry === undefined || entry.ticked ? text : splice(text, entry.mark, entry.mark + 1, "x");
}

/** Ticks the lines `- [ ] 02-01: …` of finished plans. */
export function tickPlans(text: string, plans: readonly string[]): string {
  const wanted = new Set(plans);
  let result = text;
  walkProse(text, readFrontmatter(text).body, (line) => {
    const match = /^\s*[-*+]\s+\[ \]\s+(?:\*\*)?([\w.-]+?)(?:-PLAN\.md)?(?:\*\*)?(?:\s*:|\s+[—–-])/.exec(line.text);
    if (match === null || !wanted.has(planId(match[1] ?? ""))) return;
    const mark = line.start + line.text.indexOf("[") + 1;
    result = splice(result, mark, mark + 1, "x");
  });
  return result;
}

/** Sets the cells of a phase's row in the progress table. Columns that the table does not have are left out. */
export function setProgressRow(text: string, id: string, cells: ProgressCells, focus: RoadmapFocus): string {
  const { milestone } = focus;
  for (const table of readProgressTables(text, focus)) {
    const named = table.columns.indexOf("milestone");
    const rows = table.rows.filter((row) => row.id === id);
    const own = rows.find(
      (row) => named !== -1 && milestone !== null && tableCells(row.line.text)[named]?.includes(milestone),
    );
    const row = own ?? rows[0];
    if (row === undefined) continue;
    const present = tableCells(row.line.text);
    const values = new Map<number, string>();
    const set = (title: RegExp, value: string | undefined) => {
      const column = table.columns.findIndex((name) => title.test(name));
      if (column !== -1 && value !== undefined && present[column] !== value) values.set(column, value);
    };
    set(/^plans/, cells.plans);
    set(/^status$/, cells.status);
    set(/^(?:completed|date)$/, cells.completed);
    return setCells(text, row.line, values);
  }
  return text;
}

/** Marks a milestone as shipped wherever the roadmap marks it as planned or in work. */
export function shipMilestone(text: string, version: string): string {
  let result = "";
  let at = 0;
  walkProse(text, readFrontmatter(text).body, (line) => {
    const marked = markShipped(line.text, version);
    if (marked === line.text) return;
    result += text.slice(at, line.start) + marked;
    at = line.end;
  });
  return result + text.slice(at);
}
