import type { PhaseView } from "./types.ts";

/** A file of a phase as its folder has it: `01-01-PLAN.md`, `plans/PLAN-01.md`. */
export function nameInPhase(phase: PhaseView | null, file: string): string {
  const directory = phase?.directory ?? null;
  return directory !== null && file.startsWith(`${directory}/`) ? file.slice(directory.length + 1) : file;
}
