import { addPhase, insertPhase } from "./add-phase.ts";
import { completeMilestone } from "./complete-milestone.ts";
import { completePhase } from "./complete-phase.ts";
import { writeFirstState } from "./first-state.ts";
import { markRequirements } from "./mark-requirements.ts";
import { switchMilestone } from "./milestone-switch.ts";
import {
  liftBlocker,
  noteBlocker,
  noteDecision,
  recordSession,
  setField,
  signalResume,
  signalWaiting,
} from "./note-transitions.ts";
import { advancePlan, beginPhase, plannedPhase } from "./phase-transitions.ts";
import { recordMetric } from "./record-metric.ts";
import { removePhase } from "./remove-phase.ts";
import { repairPlanning } from "./repair.ts";
import { updateRoadmapProgress } from "./roadmap-progress.ts";
import { patchState, syncState, updateProgress } from "./state-transitions.ts";
import type { Desk, Draft } from "./transition-desk.ts";
import type { Transition } from "./transition-types.ts";

/** What a transition would write. Pure: nothing is written here. */
export function draftTransition(desk: Desk, transition: Transition): Draft {
  switch (transition.type) {
    case "planned-phase":
      return plannedPhase(desk, transition);
    case "begin-phase":
      return beginPhase(desk, transition);
    case "advance-plan":
      return advancePlan(desk);
    case "complete-phase":
      return completePhase(desk, transition);
    case "add-phase":
      return addPhase(desk, transition);
    case "insert-phase":
      return insertPhase(desk, transition);
    case "remove-phase":
      return removePhase(desk, transition);
    case "milestone-switch":
      return switchMilestone(desk, transition);
    case "complete-milestone":
      return completeMilestone(desk, transition);
    case "patch-state":
      return patchState(desk, transition);
    case "update-progress":
      return updateProgress(desk);
    case "sync-state":
      return syncState(desk, transition);
    case "record-metric":
      return recordMetric(desk, transition);
    case "mark-requirements":
      return markRequirements(desk, transition);
    case "roadmap-progress":
      return updateRoadmapProgress(desk, transition);
    case "record-session":
      return recordSession(desk, transition);
    case "add-decision":
      return noteDecision(desk, transition);
    case "add-blocker":
      return noteBlocker(desk, transition);
    case "resolve-blocker":
      return liftBlocker(desk, transition);
    case "signal-waiting":
      return signalWaiting(desk, transition);
    case "signal-resume":
      return signalResume(desk);
    case "first-state":
      return writeFirstState(desk);
    case "repair":
      return repairPlanning(desk);
    case "set-field":
      return setField(desk, transition);
  }
}
