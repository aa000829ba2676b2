import { type Concern, NOTHING } from "../concern.ts";
import type { ProjectContext } from "../loop/context.ts";
import { newestWork } from "./activity.ts";
import { decideClosing } from "./closing.ts";
import { headerScalar } from "./run-header.ts";
import { readLanes } from "./run-lanes.ts";
import type { RunLog } from "./run-log.ts";
import { laneOf } from "./session-lane.ts";

/**
 * Closes a run with the turn in which its work is done. While the loop has come to a step, there is work: such a run
 * ends with its ship step, or by a person's word.
 */
export const closeRunAfterTurn: Concern<"turn.stop"> = {
  name: "close-run",
  posture: "advice",
  react(event, context) {
    const run = context.runs.closable();
    const isLead = event.session.role === "root" && laneOf(event.session, context) === undefined;
    const session = run?.state().sessions.get(event.session.id);
    if (!run || !session || !isLead || event.outcome !== "idle" || session.sentAt > 0) return NOTHING;
    closeOrKeep(run, context);
    return NOTHING;
  },
};

function closeOrKeep(run: RunLog, context: ProjectContext): void {
  const { closed, closedAt, step } = run.state();
  const hasOpenLane = [...readLanes(run.folder).values()].some(({ status }) => status === "in_progress");
  const closing = decideClosing({
    status: closed ? "closed" : headerScalar(context.runs.header(run), "status"),
    hasActiveWork: hasOpenLane || (!closed && step !== null),
    closedAt,
    newestWork: newestWork(run.folder),
  });
  if (closing === "close") context.runs.close(run, "the turn ended and no work was left");
  if (closing === "reclose") context.runs.close(run, "there was activity after it was closed");
  if (closing === "hold" && hasOpenLane) context.runs.reopenProvenance(run);
}
