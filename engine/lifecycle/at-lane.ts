import { type Concern, NOTHING } from "../concern.ts";
import type { EventOf } from "../event.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";
import { redact } from "../run/redact.ts";
import type { RunLog } from "../run/run-log.ts";
import { isSafeId } from "../run/safe-id.ts";
import { type Dispatched, laneOfWorker, noteDispatch, takeDispatch } from "../run/session-lane.ts";
import { toolClass } from "../run/tool-name.ts";
import { changeLane } from "./change-lane.ts";
import { dispatchedLane } from "./dispatched-lane.ts";
import { endLane, type LaneEnd } from "./end-lane.ts";
import { type Handoff, isSubmission } from "./handoff.ts";
import { laneReceipt, receiptProblem } from "./lane-receipt.ts";
import { logTask } from "./log-task.ts";
import { isBlocking, isOn } from "./settings.ts";
import { laneStatusOf } from "./task-check.ts";
import { readTaskWords } from "./task-words.ts";

/** A lane begins with the call that hands it out: no host tells when a worker takes it up. */
export const openLane: Concern<"task.dispatch"> = {
  name: "lanes",
  posture: "advice",
  react(event, context) {
    const run = context.runs.current();
    if (!run) return NOTHING;
    const { prompt = "", subject: title = "" } = event;
    const agent = workerName(event.agent);
    const subject = title.trim() === "" ? null : redact(title.trim());
    const words = readTaskWords(`${title}\n${prompt}`);
    const continued = event.continues === undefined ? undefined : laneOfWorker(context, event.continues);
    const named = isSafeId(words.task) ? words.task : (continued ?? null);
    const { lane } = changeLane(run, context, (lanes) => {
      const id = dispatchedLane({ agent, named, subject }, lanes, run.state().dispatches);
      const before = lanes.get(id);
      const attempt = before === undefined || before.status === "pending" ? 1 : before.attempt + 1;
      const tier = words.tier === null ? {} : { tier: words.tier };
      return { lane: id, change: { status: "in_progress", attempt, depends_on: words.dependsOn, ...tier } };
    });
    noteDispatch(context, { call: event.call, lane, agent: event.agent }, event.continues);
    const fields = { lane_id: lane, specialist: agent, task_id: lane, prompt_excerpt: prompt };
    run.append("specialist_dispatch", { ...fields, ...(subject !== null && { subject }) }, event.at);
    return NOTHING;
  },
};

function workerName(agent: string): string {
  return isSafeId(agent) ? agent : "worker";
}

/** A lane ends with its call. In a team, its receipt says how. */
export const closeLane: Concern<"tool.after"> = {
  name: "lanes",
  posture: "advice",
  react(event, context) {
    if (toolClass(event.tool) !== "dispatch") return NOTHING;
    const run = context.runs.current();
    const dispatched = takeDispatch(context, event.call);
    if (!run || !dispatched) return NOTHING;
    const end = { lane: dispatched.lane, agent: workerName(dispatched.agent) };
    if (event.outcome !== "ok") return endLane(run, { ...end, status: "failed", error: event.result }, context);
    return isOn("agent_team", context)
      ? collect(event, run, end, context)
      : endLane(run, { ...end, status: "done" }, context);
  },
};

type Worker = Pick<Dispatched, "lane" | "agent">;

function collect(
  event: EventOf<"tool.after">,
  run: RunLog,
  { lane, agent }: Worker,
  context: ProjectContext,
): readonly Reaction[] {
  const receipt = laneReceipt(run, agent, lane);
  const handoff = receipt !== null && isSubmission(receipt.reading) ? receipt.reading.handoff : null;
  if (receipt === null || handoff === null) {
    logTask(run, event, { hook: "TaskCompleted", status: "err", payload: receipt?.path ?? "no receipt" });
    const reason = receiptProblem(lane, receipt);
    const died = endLane(run, { lane, agent, status: "failed", error: reason }, context);
    return [criticism(reason, { lane, agent }, context), ...died];
  }
  const end: LaneEnd = { lane, agent, status: laneStatusOf(handoff.status), receipt: receipt.path, tier: handoff.tier };
  const died = endLane(run, { ...end, error: handoff.summary }, context);
  logTask(run, event, { hook: "TaskCompleted", status: "ok", payload: receipt.path });
  const fields = { lane_id: lane, specialist: agent, task_id: lane, receipt_path: receipt.path };
  run.append("specialist_receipt", fields, event.at);
  keepLearnings(run, { lane, agent }, handoff, context);
  return died;
}

function criticism(reason: string, { lane, agent }: Worker, context: ProjectContext): Reaction {
  const remedy = `A receipt of ${agent} belongs into handoffs/${agent}-${lane}.md of the run's folder.`;
  return isBlocking("agent_team", context)
    ? { type: "deny", rule: "team.task-completed", reason, remedy }
    : { type: "context", text: `[GUILD TASK CHECK] ${reason}.\n${remedy}` };
}

function keepLearnings(run: RunLog, { lane, agent }: Worker, { learnings }: Handoff, context: ProjectContext): void {
  if (learnings.length === 0) return;
  const names = { schema_version: "guild.learnings.v1", run_id: run.id, specialist: agent, task_id: lane };
  context.runs.writeJson(run, `learnings/${agent}-${lane}.json`, { ...names, learnings });
}
