import { countProgress } from "./progress.ts";
import { type Desk, type Draft, newStateText } from "./transition-desk.ts";
import { refuse } from "./transition-types.ts";

const SKELETON = `---
gsd_state_version: "1.0"
---

# Project State

## Current Position

Phase: none
Plan: 0 of 0 in current phase
Status: Ready to plan
Last activity: none

## Accumulated Context

### Decisions

None yet.

### Blockers/Concerns

None yet.

## Session Continuity

Last session: none
Stopped at: none
Resume file: None
`;

/** The STATE.md of a project that has none: it stands at the first phase of the roadmap that is not complete. */
export function writeFirstState(desk: Desk): Draft {
  if (desk.text(desk.paths.state) !== null) return { ok: true, texts: {}, data: { created: false } };
  const { phases, roadmap } = desk.snapshot();
  const phase = phases.find(({ complete }) => !complete) ?? phases.at(-1);
  if (phase === undefined) {
    return refuse("roadmap_empty", "The roadmap names no phase.", "Write the phases into .planning/ROADMAP.md first.");
  }
  const [only, another] = (roadmap?.milestones ?? []).flatMap(({ version }) => version ?? []);
  const edit = newStateText(desk, SKELETON, {
    fields: {
      ...(only !== undefined && another === undefined && { milestone: only }),
      current_phase: phase.number,
      current_phase_name: phase.name,
      status: "planning",
    },
    position: { Phase: `${phase.number} of ${phases.length} (${phase.name})` },
    progress: countProgress(desk.snapshot(), null),
    activity: "began the project",
  });
  return edit.ok ? { ok: true, texts: { [desk.paths.state]: edit.text }, data: { created: true } } : edit;
}
