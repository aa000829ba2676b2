import type { Diagnostic, PlanningSnapshot } from "./types.ts";

/**
 * What stands where the planning folder or the roadmap should be and cannot be read, which is another thing than none
 * at all; null where all is well or nothing is there.
 */
export function unreadPlanning({ diagnostics, folder, exists, roadmap }: PlanningSnapshot): Diagnostic | null {
  if (exists && roadmap !== null) return null;
  const path = exists ? `${folder}/ROADMAP.md` : folder;
  return diagnostics.find((diagnostic) => diagnostic.level === "error" && diagnostic.path === path) ?? null;
}
