import type { ProjectContext } from "../loop/context.ts";
import { LANES_FILE, type Lane, type LaneChange, readLanes, withLane } from "../run/run-lanes.ts";
import { underRunLock } from "../run/run-lock.ts";
import type { RunLog } from "../run/run-log.ts";
import { runFrameOf } from "./run-frame.ts";

const LOCK_WAIT_MS = 1000;

export interface ChosenChange {
  readonly lane: string;
  readonly change: LaneChange;
}

/** Reads the lanes of a run, lets the caller choose one and how it changes, and writes it, all as one step. */
export function changeLane(
  run: RunLog,
  context: ProjectContext,
  choose: (lanes: ReadonlyMap<string, Lane>) => ChosenChange,
): ChosenChange {
  const frame = runFrameOf(run, context);
  let chosen: ChosenChange | undefined;
  const work = () => {
    chosen = choose(readLanes(run.folder));
    const at = new Date(context.now()).toISOString();
    context.runs.write(run, LANES_FILE, withLane(run.folder, { run: run.id, ...chosen, frame, at }));
  };
  underRunLock(run.folder, work, { waitMs: LOCK_WAIT_MS, orWithout: true });
  return chosen ?? choose(readLanes(run.folder));
}
