import type { RoadmapFocus } from "./edit-roadmap.ts";
import { walkProse } from "./markdown.ts";
import { normalPhaseId } from "./phase-id.ts";
import { PHASE_MENTION } from "./renumber-text.ts";
import { readRoadmap } from "./roadmap.ts";
import { milestoneFilter } from "./roadmap-scope.ts";
import { readProgressTables } from "./roadmap-tables.ts";
import { lineAt, splice } from "./text-edit.ts";

const DEPENDS_ON = /^(\s*(?:[-*+]\s+)?\*\*Depends on(?:\*\*:|:\*\*)[ \t]*)(.*?)[ \t]*$/i;

/**
 * Takes a phase out of the checklist, the sections and the progress table. What depended on it then depends on what
 * it depended on itself.
 */
export function removeRoadmapPhase(text: string, id: string, focus: RoadmapFocus): string {
  const document = readRoadmap(text, focus);
  const belongs = milestoneFilter(document, focus.milestone);
  const sections = document.details.filter((section) => section.id === id && belongs(section.milestone));
  const inherited = sections[0]?.description.dependsOn ?? "Nothing";
  const ranges = [
    ...sections.map((section) => ({ start: section.start, end: section.end })),
    ...document.checklist
      .filter((entry) => entry.id === id && belongs(entry.milestone))
      .map((entry) => withNested(text, entry.mark)),
    ...readProgressTables(text, focus).flatMap((table) =>
      table.rows.filter((row) => row.id === id).map((row) => ({ start: row.line.start, end: row.line.next })),
    ),
  ];
  const backwards = ranges.sort((a, b) => b.start - a.start);
  const without = backwards.reduce((current, { start, end }) => splice(current, start, end, ""), text);
  return relinked(without, id, inherited);
}

function relinked(text: string, removed: string, inherited: string): string {
  const edits: { start: number; end: number; value: string }[] = [];
  walkProse(text, 0, (line) => {
    const match = line.text.includes("**") ? DEPENDS_ON.exec(line.text) : null;
    if (match === null) return;
    const [, lead = "", value = ""] = match;
    const items = value.split(",").map((item) => item.trim());
    const kept = items.filter((item) => !names(item, removed));
    if (kept.length === items.length) return;
    const start = line.start + lead.length;
    const next = kept.length > 0 ? kept.join(", ") : inherited;
    edits.push({ start, end: start + value.length, value: next });
  });
  return edits.reduceRight((current, { start, end, value }) => splice(current, start, end, value), text);
}

function names(item: string, id: string): boolean {
  const plain = [...item.matchAll(PHASE_MENTION)].map((match) => match[2] ?? "");
  const bracket = [...item.matchAll(/\[[A-Z][A-Z0-9_]*\.\d{2,}\]\s*\d+(?:\.\d+)?/g)].map((match) => match[0]);
  return [...plain, ...bracket].some((written) => normalPhaseId(written) === id);
}

function withNested(text: string, offset: number): { readonly start: number; readonly end: number } {
  const line = lineAt(text, offset);
  let end = line.next;
  while (end < text.length && /^[ \t]+[^\s]/.test(lineAt(text, end).text)) end = lineAt(text, end).next;
  return { start: line.start, end };
}
