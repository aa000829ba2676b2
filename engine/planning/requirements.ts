import { readFrontmatter } from "./frontmatter.ts";
import { type Line, walkProse } from "./markdown.ts";
import { normalPhaseId, PHASE_ID_SOURCE } from "./phase-id.ts";
import { tableCells } from "./table-cells.ts";

const CHECK = /^\s*[-*+]\s+\[([ xX])\]\s+(?:\*\*)?([A-Za-z][\w.-]*?)(?:\*\*)?\s*(?::|\*\*|[—–-]\s|$)(.*)$/;
const ROW_PHASE = new RegExp(`^(?:Phase\\s+)?(${PHASE_ID_SOURCE})$`, "i");

export interface Requirement {
  readonly id: string;
  readonly text: string;
  /** Ticked in the list, or complete in the traceability table. */
  readonly complete: boolean;
  /** Id of the phase that the traceability table gives it to. */
  readonly phase: string | null;
}

/** The requirements that REQUIREMENTS.md lists, each once, in their order. */
export function readRequirements(text: string): readonly Requirement[] {
  const rows = new Map(traceabilityRows(text).map((row) => [row.requirement, row]));
  const found = new Map<string, Requirement>();
  walkProse(text, readFrontmatter(text).body, (line) => {
    const listed = readRequirementLine(line.text);
    if (listed === null || found.has(listed.id)) return;
    const row = rows.get(listed.id);
    const complete = listed.ticked || row?.complete === true;
    found.set(listed.id, { id: listed.id, text: listed.text, complete, phase: row?.phase ?? null });
  });
  return [...found.values()];
}

/** One line `- [ ] **REQ-1**: text`, or null. */
export function readRequirementLine(
  line: string,
): { readonly id: string; readonly ticked: boolean; readonly text: string } | null {
  const match = CHECK.exec(line);
  if (match === null) return null;
  const text = (match[3] ?? "").replace(/^[\s:*—–-]+/, "").trim();
  return { id: match[2] ?? "", ticked: match[1] !== " ", text };
}

export interface TraceRow {
  readonly requirement: string;
  readonly phase: string | null;
  readonly phaseCell: string | null;
  readonly phaseColumn: number;
  readonly complete: boolean;
  readonly column: number;
  readonly line: Line;
}

/** Rows of the table that gives each requirement its phase and status. */
export function traceabilityRows(text: string): TraceRow[] {
  const rows: TraceRow[] = [];
  let columns: string[] | null = null;
  walkProse(text, readFrontmatter(text).body, (line) => {
    if (!line.text.trimStart().startsWith("|")) {
      columns = null;
      return;
    }
    const cells = tableCells(line.text);
    if (columns === null) {
      columns = cells.map((cell) => cell.toLowerCase());
      return;
    }
    const column = columns.indexOf("status");
    const requirement = cells[columns.findIndex((name) => /^(?:requirement|req(?:-| )?id|id)$/.test(name))];
    if (column === -1 || requirement === undefined || /^:?-+:?$/.test(requirement)) return;
    const phaseColumn = columns.indexOf("phase");
    const phase = ROW_PHASE.exec(cells[phaseColumn] ?? "")?.[1];
    rows.push({
      requirement: requirement.replaceAll("*", ""),
      phase: phase === undefined ? null : normalPhaseId(phase),
      phaseCell: cells[phaseColumn] ?? null,
      phaseColumn,
      complete: /^(?:complete|done|✅.*)$/i.test(cells[column] ?? ""),
      column,
      line,
    });
  });
  return rows;
}
