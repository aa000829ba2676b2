import { isSentinelPhase, normalPhaseId, parsePhaseId, phaseIdOfDirectory, sortByPhaseId } from "./phase-id.ts";
import { readRoadmap } from "./roadmap.ts";
import type { Desk } from "./transition-desk.ts";
import { roadmapFocus } from "./transition-desk.ts";

/** Every phase id that the roadmap, in all its milestones, or a folder uses, in order. Without 0 and 999. */
export function usedPhaseIds(desk: Desk): readonly string[] {
  const document = readRoadmap(desk.text(desk.paths.roadmap) ?? "", roadmapFocus(desk));
  const folders = desk.names(desk.paths.phases).flatMap((name) => phaseIdOfDirectory(name) ?? []);
  const ids = new Set([...document.details, ...document.checklist].map((phase) => phase.id).concat(folders));
  const known = [...ids].filter((id) => parsePhaseId(id) !== null && !isSentinelPhase(id));
  return sortByPhaseId(known.map((id) => ({ id }))).map(({ id }) => id);
}

/** The id behind the last one: `03` → `04`, `02.1` → `03`, `01-02` → `01-03`, `PROJ.01-02` → `PROJ.01-03`. */
export function idBehind(ids: readonly string[], current: readonly string[]): string {
  const last = current.at(-1) ?? ids.at(-1);
  const parsed = last === undefined ? null : parsePhaseId(last);
  if (last === undefined || parsed === null) return "01";
  const lead = last.slice(0, last.length - tailOf(last).length);
  const numbers = ids.filter((id) => id.startsWith(lead)).map((id) => Number.parseInt(tailOf(id), 10));
  return lead + String(Math.max(0, ...numbers.filter(Number.isFinite)) + 1).padStart(2, "0");
}

/** The next free decimal of a phase and those in use. */
export function decimalsOf(
  ids: readonly string[],
  base: string,
): { readonly next: string; readonly existing: string[] } {
  const existing = ids.filter((id) => /^\.\d+$/.test(id.slice(base.length)) && id.startsWith(base));
  const numbers = existing.map((id) => Number(id.slice(base.length + 1)));
  return { next: `${base}.${Math.max(0, ...numbers) + 1}`, existing };
}

/**
 * What happens to the ids in use when one is taken away: those that count on from it move up by one. A letter leaves
 * a gap, and so does a decimal's number in its phase's successors.
 */
export function renumberingWithout(ids: readonly string[], removed: string): Map<string, string> {
  const renumbering = new Map<string, string>();
  if (/[A-Z](?:\.\d+)*$/.test(removed)) return renumbering;
  const decimal = /^(.*\.)(\d+)$/.exec(removed);
  const isBracket = /^[A-Z].*\.\d+-\d+$/.test(removed);
  const lead = decimal !== null && !isBracket ? (decimal[1] ?? "") : removed.slice(0, -tailOf(removed).length);
  const number = Number(removed.slice(lead.length));
  const width = decimal !== null && !isBracket ? 1 : 2;
  for (const id of ids) {
    const match = id.startsWith(lead) ? /^(\d+)(.*)$/.exec(id.slice(lead.length)) : null;
    if (match === null || Number(match[1]) <= number || (lead === "" && /^-/.test(match[2] ?? ""))) continue;
    renumbering.set(id, normalPhaseId(lead + String(Number(match[1]) - 1).padStart(width, "0") + match[2]));
  }
  return renumbering;
}

function tailOf(id: string): string {
  return /\d+[A-Z]?(?:\.\d+)*$/.exec(id.replace(/^[A-Z][A-Z0-9_]*\.\d+-/, ""))?.[0] ?? "";
}
