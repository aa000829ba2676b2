import { isSentinelPhase, sortByPhaseId } from "./phase-id.ts";
import type { ChecklistEntry, RoadmapDocument, RoadmapSection } from "./roadmap.ts";
import type { MilestoneMark } from "./roadmap-milestone.ts";
import type { PhaseTitle } from "./roadmap-title.ts";
import type { Diagnostic, RoadmapView } from "./types.ts";

export interface ScopedPhase extends PhaseTitle {
  readonly id: string;
  readonly ticked: boolean;
  /** Null when only the checklist or a folder names the phase. */
  readonly section: RoadmapSection | null;
}

/** Anything but `complete` means that the phases are not an answer to "what is left". */
export type RoadmapScope = RoadmapView["scope"];

export interface ScopedRoadmap {
  readonly scope: RoadmapScope;
  readonly phases: readonly ScopedPhase[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether the phases are those of the milestone: a roadmap without any milestone has one list, which is meant. */
export function tellsPhases(scope: RoadmapScope, milestones: RoadmapView["milestones"]): boolean {
  return scope === "complete" || (scope === "unscoped" && milestones.every(({ version }) => version === null));
}

/**
 * The phases of the current milestone in phase order: `milestone` is what STATE.md names, else the roadmap's own mark
 * decides, else everything that has not shipped counts.
 */
export function scopeRoadmap(document: RoadmapDocument, milestone: string | null): ScopedRoadmap {
  const versioned = document.milestones.some((mark) => mark.version !== null);
  const belongs = milestoneFilter(document, milestone);
  const foreign = new Set(document.checklist.filter((entry) => !belongs(entry.milestone)).map((entry) => entry.id));
  const checklist = document.checklist.filter((entry) => belongs(entry.milestone));
  for (const entry of checklist) foreign.delete(entry.id);
  const details = document.details.filter((phase) => belongs(phase.milestone) && !foreign.has(phase.id));
  const diagnostics: Diagnostic[] = [];
  const wanted = versionOf(milestone) ?? versionOf(document.activeVersion);
  const unscoped = wanted === null ? versioned : !isNamed(document, wanted);
  if (unscoped && versioned && versionOf(milestone) !== null) diagnostics.push(unscopedDiagnostic(milestone));
  if (document.truncated) diagnostics.push(truncatedDiagnostic());
  return {
    scope: document.truncated ? "truncated" : unscoped ? "unscoped" : "complete",
    phases: merge(details, checklist, diagnostics),
    diagnostics,
  };
}

/** Whether something under a milestone heading belongs to the current milestone. */
export function milestoneFilter(
  document: RoadmapDocument,
  milestone: string | null,
): (mark: MilestoneMark | null) => boolean {
  const wanted = versionOf(milestone) ?? versionOf(document.activeVersion);
  const named = isNamed(document, wanted);
  return (mark) => mark === null || (named ? sameVersion(mark.version, wanted) : !mark.shipped);
}

function isNamed(document: RoadmapDocument, version: string | null): boolean {
  return document.milestones.some((mark) => sameVersion(mark.version, version));
}

function merge(
  details: readonly RoadmapSection[],
  checklist: readonly ChecklistEntry[],
  diagnostics: Diagnostic[],
): ScopedPhase[] {
  const phases = new Map<string, ScopedPhase>();
  const ticked = new Set(checklist.filter((entry) => entry.ticked).map((entry) => entry.id));
  for (const section of details) {
    if (isSentinelPhase(section.id)) continue;
    if (phases.has(section.id)) diagnostics.push(duplicateDiagnostic(section.number));
    else phases.set(section.id, phaseOf(section, section, ticked));
  }
  for (const entry of checklist) {
    if (phases.has(entry.id) || isSentinelPhase(entry.id)) continue;
    phases.set(entry.id, phaseOf(entry, null, ticked));
  }
  return sortByPhaseId(phases.values());
}

function phaseOf(
  { id, number, name }: ChecklistEntry | RoadmapSection,
  section: RoadmapSection | null,
  ticked: ReadonlySet<string>,
): ScopedPhase {
  return { id, number, name, ticked: ticked.has(id), section };
}

function versionOf(text: string | null): string | null {
  const match = /\d+(?:\.\d+)*/.exec(text ?? "");
  return match === null ? null : `v${match[0]}`;
}

function sameVersion(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a.toLowerCase() === b.toLowerCase();
}

function unscopedDiagnostic(milestone: string | null): Diagnostic {
  return {
    code: "roadmap_unscoped",
    level: "warning",
    message: `ROADMAP.md has no section for milestone ${milestone}; all phases that have not shipped are listed.`,
    path: ".planning/ROADMAP.md",
    remedy: "Name the milestone in a roadmap heading, or correct `milestone` in STATE.md.",
  };
}

function truncatedDiagnostic(): Diagnostic {
  return {
    code: "roadmap_truncated",
    level: "error",
    message: "A code fence, comment or folded part in ROADMAP.md is never closed, so its end could not be read.",
    path: ".planning/ROADMAP.md",
    remedy: "Close the fence, comment or <details> part.",
  };
}

function duplicateDiagnostic(number: string): Diagnostic {
  return {
    code: "roadmap_phase_duplicate",
    level: "warning",
    message: `ROADMAP.md describes phase ${number} more than once; the first description is used.`,
    path: ".planning/ROADMAP.md",
    remedy: "Keep one section for each phase.",
  };
}
