import { readFrontmatter } from "./frontmatter.ts";
import { type Line, lineEndOf, readSections, walkProse } from "./markdown.ts";
import { sectionNamed } from "./state.ts";
import { tableCells } from "./table-cells.ts";
import { insertLine, oneLine, setCells, splice } from "./text-edit.ts";
import { type Desk, type Draft, stateMissing } from "./transition-desk.ts";
import type { TransitionOf } from "./transition-types.ts";

const SECTION = /^performance metrics$/i;
const COLUMNS = ["Plan", "Duration", "Tasks", "Files"];

/** Notes how long a plan took, as a row under "Performance Metrics". The same plan again replaces its row. */
export function recordMetric(desk: Desk, args: TransitionOf<"record-metric">): Draft {
  const text = desk.text(desk.paths.state);
  if (text === null) return stateMissing();
  const title = `Phase ${oneLine(args.phase)} P${oneLine(args.plan)}`;
  const cells = [title, args.duration, counted(args.tasks, "tasks"), counted(args.files, "files")].map(oneLine);
  const section = sectionNamed(readSections(text, readFrontmatter(text).body), SECTION);
  const data = { recorded: true, phase: args.phase, plan: args.plan, duration: args.duration };
  const result = section === null ? withSection(text, cells) : withRow(text, section.body, section.end, cells);
  return { ok: true, texts: { [desk.paths.state]: result }, data: { ...data, created: section === null } };
}

function withRow(text: string, from: number, to: number, cells: readonly string[]): string {
  const rows = planRows(text.slice(0, to), from);
  const known = rows.find((row) => tableCells(row.text)[0] === cells[0]);
  if (known !== undefined) return setCells(text, known, new Map(cells.map((cell, index) => [index, cell])));
  const last = rows.at(-1);
  if (last !== undefined) return insertLine(text, last.next, rowOf(cells));
  const end = lineEndOf(text);
  const ink = text.slice(0, to).trimEnd().length;
  return splice(text, ink, ink, `${end}${end}${tableOf(cells, end)}`.replace(/(?:\r\n|\n|\r)$/, ""));
}

/** The rows of the table whose first column is the plan, its head included. */
function planRows(text: string, from: number): Line[] {
  const rows: Line[] = [];
  let inTable = false;
  let isOver = false;
  walkProse(text, from, (line) => {
    const isRow = line.text.trimStart().startsWith("|");
    if (inTable && !isRow) isOver = true;
    if (isOver || !isRow) return;
    inTable ||= tableCells(line.text)[0]?.toLowerCase() === "plan";
    if (inTable) rows.push(line);
  });
  return rows;
}

function withSection(text: string, cells: readonly string[]): string {
  const end = lineEndOf(text);
  const lead = text === "" || /(?:\n|\r)(?:\r\n|\n|\r)$/.test(text) ? "" : /[\r\n]$/.test(text) ? end : end + end;
  return `${text}${lead}## Performance Metrics${end}${end}${tableOf(cells, end)}`;
}

function tableOf(cells: readonly string[], end: string): string {
  return [
    rowOf(COLUMNS),
    `|${COLUMNS.map((column) => "-".repeat(column.length + 2)).join("|")}|`,
    rowOf(cells),
    "",
  ].join(end);
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/g, "\\|")).join(" | ")} |`;
}

function counted(count: number | undefined, what: string): string {
  return count === undefined ? "-" : `${count} ${what}`;
}
