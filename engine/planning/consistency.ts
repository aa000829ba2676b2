import { isSentinelPhase, parsePhaseId } from "./phase-id.ts";
import type { PlanningSnapshot } from "./types.ts";

export interface Consistency {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** Whether roadmap, folders, plans and summaries fit together. */
export function checkConsistency(snapshot: PlanningSnapshot): Consistency {
  const { phases, orphans, roadmap, diagnostics } = snapshot;
  if (roadmap === null) return { errors: ["ROADMAP.md not found"], warnings: [] };
  const warnings = [
    ...phases
      .filter((phase) => phase.directory === null && phase.ticked)
      .map((phase) => `Phase ${phase.number} is ticked and has no folder`),
    ...orphans
      .filter((phase) => !isSentinelPhase(phase.id))
      .map((phase) => `${phase.directory} belongs to no phase of the roadmap`),
    ...gaps(snapshot),
    ...phases.flatMap((phase) =>
      phase.orphanSummaries.map((name) => `${name} in phase ${phase.number} belongs to no plan`),
    ),
    ...diagnostics.filter(({ level }) => level === "warning").map(({ message }) => message),
  ];
  return { errors: diagnostics.filter(({ level }) => level === "error").map(({ message }) => message), warnings };
}

function gaps({ phases }: PlanningSnapshot): string[] {
  const whole = phases.flatMap((phase) => {
    const id = parsePhaseId(phase.id);
    return id !== null && id.segments.length === 1 ? [id.segments[0] ?? 0] : [];
  });
  const numbers = [...new Set(whole)].sort((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1];
    return before === undefined || number === before + 1
      ? []
      : [`Between phase ${before} and ${number} numbers are missing`];
  });
}
