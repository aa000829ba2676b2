import { isBracketConvention } from "./config.ts";
import { NO_FOLDER, viewOf } from "./phase-view.ts";
import { readRoadmap } from "./roadmap.ts";
import { scopeRoadmap } from "./roadmap-scope.ts";
import { readState } from "./state.ts";
import type { Desk, Plan } from "./transition-desk.ts";
import type { PlanningSnapshot } from "./types.ts";

/** What the snapshot will say once a transition is written, as far as STATE.md and ROADMAP.md decide it. */
export function predictSnapshot(desk: Desk, plan: Plan): PlanningSnapshot {
  const now = desk.snapshot();
  const text = (path: string) => (Object.hasOwn(plan.texts, path) ? plan.texts[path] : desk.text(path)) ?? null;
  const stateText = text(desk.paths.state);
  const state = stateText === null ? null : readState(stateText).view;
  const roadmap = text(desk.paths.roadmap);
  if (roadmap === null) return { ...now, state };
  const document = readRoadmap(roadmap, { bracket: isBracketConvention(now.config) });
  const known = new Map(now.phases.map((phase) => [phase.id, phase]));
  const phases = scopeRoadmap(document, state?.milestone ?? null).phases.map((phase) =>
    viewOf(phase, known.get(plan.renumbered?.get(phase.id) ?? phase.id) ?? NO_FOLDER),
  );
  return { ...now, state, phases };
}
