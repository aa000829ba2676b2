import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";
import { excerpt, redact } from "../run/redact.ts";
import type { LaneChange } from "../run/run-lanes.ts";
import type { RunLog } from "../run/run-log.ts";
import { changeLane } from "./change-lane.ts";
import { composeLaneResume, laneResumeFile } from "./lane-resume.ts";
import { isOn } from "./settings.ts";

export interface LaneEnd {
  readonly lane: string;
  readonly agent: string;
  readonly status: "done" | "failed";
  readonly receipt?: string;
  readonly tier?: string;
  /** What went wrong, as the worker or the host said it. */
  readonly error?: string;
}

const ERROR_EXCERPT = 1000;

/** Gives a lane its last status: a lane that fails for the last time it may is dead, and leaves what a resume needs. */
export function endLane(run: RunLog, end: LaneEnd, context: ProjectContext): readonly Reaction[] {
  const { lane, status, receipt, tier } = end;
  const known = { ...(receipt !== undefined && { receipt_ref: receipt }), ...(tier !== undefined && { tier }) };
  const { change } = changeLane(run, context, (lanes) => {
    const before = lanes.get(lane);
    const isSpent = status === "failed" && (before?.attempt ?? 1) >= context.setting("resume.max_attempts");
    return { lane, change: { ...before, ...known, status: isSpent ? "dead" : status } };
  });
  return change.status === "dead" ? bury(run, end, change, context) : [];
}

function bury(run: RunLog, end: LaneEnd, lane: LaneChange, context: ProjectContext): readonly Reaction[] {
  const file = laneResumeFile(end.lane);
  const isKept = context.setting("resume.enabled");
  if (isKept) {
    const resume = composeLaneResume({
      run: run.id,
      lane: end.lane,
      specialist: end.agent,
      subject: run.state().dispatches.get(end.lane)?.subject ?? null,
      ...lane,
      error: end.error === undefined ? null : redact(excerpt(end.error, ERROR_EXCERPT)),
      at: new Date(context.now()).toISOString(),
    });
    context.runs.writeJson(run, file, resume);
  }
  if (!isOn("agent_team", context)) return [];
  const told = `lane ${end.lane} has failed ${lane.attempt ?? 1} time(s) and is dead`;
  const more = isKept ? ` What a resume needs is in ${file} of the run's folder.` : "";
  return [
    {
      type: "context",
      text: `[GUILD LANE DEAD] Run ${run.id}: ${told}.${more}\nPlan its work anew or ask the person.`,
    },
    { type: "notify", level: "warning", text: `${told[0]?.toUpperCase()}${told.slice(1)}.${more}` },
  ];
}
