import { readFrontmatter } from "./frontmatter.ts";
import { walkProse } from "./markdown.ts";
import { type Renumbering, renewed } from "./renumber-text.ts";
import { readRequirementLine, traceabilityRows } from "./requirements.ts";
import { setCells, splice } from "./text-edit.ts";

export interface RequirementsEdit {
  readonly text: string;
  /** What has become complete with this edit. */
  readonly completed: readonly string[];
  /** Asked for, but neither listed nor traced. */
  readonly unknown: readonly string[];
}

/**
 * Ticks requirements and sets their traceability rows to Complete: those named, and those whose row names the phase.
 */
export function completeRequirements(text: string, ids: readonly string[], phase: string): RequirementsEdit {
  const traced = traceabilityRows(text);
  const wanted = new Set(ids);
  for (const row of traced) if (row.phase === phase) wanted.add(row.requirement);
  const known = new Set<string>();
  const completed = new Set<string>();
  const edits: { readonly at: number; readonly apply: (text: string) => string }[] = [];
  walkProse(text, readFrontmatter(text).body, (line) => {
    const requirement = readRequirementLine(line.text);
    if (requirement === null || !wanted.has(requirement.id)) return;
    known.add(requirement.id);
    if (requirement.ticked) return;
    completed.add(requirement.id);
    const mark = line.start + line.text.indexOf("[") + 1;
    edits.push({ at: line.start, apply: (current) => splice(current, mark, mark + 1, "x") });
  });
  for (const row of traced) {
    if (!wanted.has(row.requirement)) continue;
    known.add(row.requirement);
    if (row.complete) continue;
    completed.add(row.requirement);
    edits.push({
      at: row.line.start,
      apply: (current) => setCells(current, row.line, new Map([[row.column, "Complete"]])),
    });
  }
  const backwards = edits.sort((a, b) => b.at - a.at);
  return {
    text: backwards.reduce((current, edit) => edit.apply(current), text),
    completed: [...completed],
    unknown: [...wanted].filter((id) => !known.has(id)),
  };
}

/** Follows phases to their new numbers in the traceability table; what the removed phase had is open again. */
export function renumberRequirements(text: string, renumbering: Renumbering, removed: string): string {
  const rows = traceabilityRows(text);
  return rows.reduceRight((current, row) => {
    if (row.phase === null || row.phaseCell === null) return current;
    const next = row.phase === removed ? "TBD" : renumberedCell(row.phaseCell, renumbering);
    return next === row.phaseCell ? current : setCells(current, row.line, new Map([[row.phaseColumn, next]]));
  }, text);
}

function renumberedCell(cell: string, renumbering: Renumbering): string {
  const [, lead = "", id = ""] = /^(Phase\s+)?(.*)$/i.exec(cell) ?? [];
  return lead + renewed(id, renumbering, false);
}
