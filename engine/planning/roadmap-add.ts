import type { RoadmapFocus } from "./edit-roadmap.ts";
import { lineEndOf } from "./markdown.ts";
import { type RoadmapDocument, type RoadmapSection, readRoadmap } from "./roadmap.ts";
import { milestoneFilter } from "./roadmap-scope.ts";
import { readProgressTables } from "./roadmap-tables.ts";
import { tableCells } from "./table-cells.ts";
import { lineAt, splice } from "./text-edit.ts";

export interface NewPhase {
  /** Normal form. */
  readonly id: string;
  /** As a heading names it: `Phase 4`, `Phase 2.1 (INSERTED)`, `[PROJ.01] 03`. */
  readonly title: string;
  readonly name: string;
  /** As a sentence of the roadmap, for example `Phase 3`. */
  readonly dependsOn: string;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/**
 * Adds a phase to the checklist, the sections and the progress table of the current milestone: behind the phase
 * `after` and its decimals, or behind the last one. Parts that the roadmap does not have stay away.
 */
export function addRoadmapPhase(text: string, phase: NewPhase, after: string | null, focus: RoadmapFocus): string {
  const document = readRoadmap(text, focus);
  const insertions = [
    checklistInsertion(text, document, phase, after, focus),
    sectionInsertion(text, document, phase, after, focus),
    rowInsertion(text, phase, after, focus),
  ].flatMap((insertion) => (insertion === null ? [] : [insertion]));
  const backwards = insertions.sort((a, b) => b.at - a.at);
  return backwards.reduce((current, { at, text: added }) => splice(current, at, at, added), text);
}

function checklistInsertion(
  text: string,
  document: RoadmapDocument,
  phase: NewPhase,
  after: string | null,
  focus: RoadmapFocus,
): Insertion | null {
  const belongs = milestoneFilter(document, focus.milestone);
  const entries = document.checklist.filter((entry) => belongs(entry.milestone));
  const anchor = entries.findLast((entry) => follows(entry.id, after));
  if (anchor === undefined) return null;
  const line = lineAt(text, anchor.mark);
  const bullet = text.slice(line.start, anchor.mark);
  return lineBehind(text, lastNested(text, line.next), `${bullet} ] **${phase.title}: ${phase.name}**`);
}

function sectionInsertion(
  text: string,
  document: RoadmapDocument,
  phase: NewPhase,
  after: string | null,
  focus: RoadmapFocus,
): Insertion {
  const belongs = milestoneFilter(document, focus.milestone);
  const sections = document.details.filter((section) => belongs(section.milestone));
  const anchor = sections.findLast((section) => follows(section.id, after)) ?? sections.at(-1);
  const end = lineEndOf(text);
  const lines = [
    `${"#".repeat(anchor?.level ?? 3)} ${phase.title}: ${phase.name}`,
    "",
    "**Goal**: To be planned",
    `**Depends on**: ${phase.dependsOn}`,
    "**Requirements**: TBD",
    "**Plans**: 0 plans",
  ];
  const at = endOfInk(text, anchor);
  const lead = at === 0 ? "" : end + (/[\r\n]$/.test(text.slice(0, at)) ? "" : end);
  const tail = at < text.length && !/^[\r\n]/.test(text.slice(at)) ? end + end : end;
  return { at, text: lead + lines.join(end) + tail };
}

function rowInsertion(text: string, phase: NewPhase, after: string | null, focus: RoadmapFocus): Insertion | null {
  const table = readProgressTables(text, focus).find((candidate) => candidate.rows.length > 0);
  const anchor = table?.rows.findLast((row) => follows(row.id, after)) ?? table?.rows.at(-1);
  if (table === undefined || anchor === undefined) return null;
  const isNamed = /[.:]\s*\S/.test(tableCells(anchor.line.text)[0] ?? "");
  const short = phase.title.replace(/^Phase /, "").replace(/ \(INSERTED\)$/, "");
  const cells = table.columns.map((column, index) => {
    if (index === 0) return (isNamed ? `${short}. ${phase.name}` : short).replace(/(?<!\\)\|/g, "\\|");
    if (column.startsWith("milestone")) return focus.milestone ?? "-";
    if (column.startsWith("plans")) return "0/0";
    return column === "status" ? "Not started" : "-";
  });
  return lineBehind(text, anchor.line.next, `| ${cells.join(" | ")} |`);
}

/** True for the phase itself and its decimals; every phase follows when none is named. */
function follows(id: string, after: string | null): boolean {
  return after === null || id === after || id.startsWith(`${after}.`);
}

function lineBehind(text: string, at: number, line: string): Insertion {
  const end = lineEndOf(text);
  const isLineStart = at === 0 || /[\r\n]$/.test(text.slice(0, at));
  return { at, text: isLineStart ? line + end : end + line };
}

/** The lines that belong to a list item are indented. */
function lastNested(text: string, from: number): number {
  const nested = /(?:[ \t]+[^\s\r\n][^\r\n]*(?:\r\n|\n|\r|$))*/y;
  nested.lastIndex = from;
  return from + (nested.exec(text)?.[0].length ?? 0);
}

/** Behind the last line that is not blank, with its line end. */
function endOfInk(text: string, section: RoadmapSection | undefined): number {
  const end = section?.end ?? text.length;
  let ink = end;
  while (ink > 0 && /[ \t\r\n]/.test(text.charAt(ink - 1))) ink--;
  return ink === 0 ? 0 : lineAt(text, ink - 1).next;
}
