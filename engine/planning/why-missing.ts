import type { PlanningSnapshot } from "./types.ts";

/** Why there is nothing to say about a planning file: it is not there, or what kept it from being read. */
export function whyMissing({ diagnostics, folder }: PlanningSnapshot, name: string): string {
  const path = `${folder}/${name}`;
  const unread = diagnostics.find((diagnostic) => diagnostic.path === path && diagnostic.level === "error");
  return unread?.message ?? `${name} not found`;
}
