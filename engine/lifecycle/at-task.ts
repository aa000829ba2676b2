import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Concern, NOTHING } from "../concern.ts";
import type { EventOf } from "../event.ts";
import { isJsonObject, type Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";
import { readLenient } from "../run/read-log.ts";
import { LANES_FILE, type LaneChange, readLanes, withLane } from "../run/run-lanes.ts";
import { underRunLock } from "../run/run-lock.ts";
import type { RunLog } from "../run/run-log.ts";
import { isSafeId } from "../run/safe-id.ts";
import { laneOf, noteDispatch, takeDispatch } from "../run/session-lane.ts";
import { toolClass } from "../run/tool-name.ts";
import { reflect } from "./at-turn-end.ts";
import { type HandoffReading, isSubmission, readHandoff } from "./handoff.ts";
import { heartbeatTimeout, livenessOf } from "./heartbeat.ts";
import { isWorkerStop, reflectsAfterWorker } from "./reflection.ts";
import { isBlocking, isOn } from "./settings.ts";
import { judgeCreatedTask, laneStatusOf, type TaskVerdict } from "./task-check.ts";

const LOCK_WAIT_MS = 1000;
const HEARTBEAT_EVERY_MS = 5000;

/** Judges a task before it is handed out. */
export const taskCreated: Concern<"tool.before"> = {
  name: "task-created",
  posture: "advice",
  react(event, context) {
    if (toolClass(event.tool) !== "dispatch" || !isOn("agent_team", context)) return NOTHING;
    const run = context.runs.current();
    if (!run) return NOTHING;
    const { subagent_type: owner, description, prompt } = event.args;
    const task = { owner: text(owner), subject: text(description), description: text(prompt) };
    const verdict = judgeCreatedTask(task, plannedIds(context));
    logTask(run, "TaskCreated", event, verdict.startsWith("reject") ? "err" : "ok", verdict);
    return reactionsTo(verdict, context);
  },
};

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function plannedIds(context: ProjectContext): readonly string[] | null {
  const plans = context.snapshot().phases.flatMap((phase) => phase.plans.map(({ id }) => id));
  return plans.length === 0 ? null : plans;
}

function reactionsTo(verdict: TaskVerdict, context: ProjectContext): readonly Reaction[] {
  if (verdict === "accept") return NOTHING;
  const reason = `the task is not fit to be handed out (${verdict})`;
  const remedy = "Name an agent, say what it has to hand in, and depend on planned tasks only.";
  if (verdict !== "accept_with_warning" && isBlocking("agent_team", context)) {
    return [{ type: "deny", rule: "team.task-created", reason, remedy }];
  }
  return [{ type: "context", text: `[GUILD TASK CHECK] ${reason}.\n${remedy}` }];
}

/** A lane begins with the call that hands it out: no host tells when a worker takes it up. */
export const openLane: Concern<"task.dispatch"> = {
  name: "lanes",
  posture: "advice",
  react(event, context) {
    const run = context.runs.current();
    if (!run) return NOTHING;
    const agent = isSafeId(event.agent) ? event.agent : "worker";
    const lane = freeLane(agent, run);
    noteDispatch(context, { call: event.call, lane, agent: event.agent });
    setLane(run, lane, { status: "in_progress" }, context);
    const fields = { lane_id: lane, specialist: agent, task_id: lane, prompt_excerpt: event.prompt ?? "" };
    run.append("specialist_dispatch", fields, event.at);
    return NOTHING;
  },
};

function freeLane(agent: string, run: RunLog): string {
  const lanes = readLanes(run.folder);
  if (!lanes.has(agent)) return agent;
  for (let number = 2; ; number++) if (!lanes.has(`${agent}-${number}`)) return `${agent}-${number}`;
}

function setLane(run: RunLog, lane: string, change: LaneChange, context: ProjectContext): void {
  const at = new Date(context.now()).toISOString();
  const work = () => context.runs.write(run, LANES_FILE, withLane(run.folder, run.id, lane, change, at));
  underRunLock(run.folder, work, { waitMs: LOCK_WAIT_MS, orWithout: true });
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
    const { lane } = dispatched;
    if (event.outcome !== "ok" || !isOn("agent_team", context)) {
      setLane(run, lane, { status: event.outcome === "ok" ? "done" : "failed" }, context);
      return NOTHING;
    }
    return collect(event, run, lane, isSafeId(dispatched.agent) ? dispatched.agent : "worker", context);
  },
};

function collect(
  event: EventOf<"tool.after">,
  run: RunLog,
  lane: string,
  agent: string,
  context: ProjectContext,
): readonly Reaction[] {
  const receipt = receiptOf(run, agent, lane);
  const reading = receipt === null ? null : readHandoff(readFileSync(join(run.folder, receipt), "utf8"));
  if (receipt === null || reading === null || !isSubmission(reading)) {
    logTask(run, "TaskCompleted", event, "err", receipt ?? "no receipt");
    setLane(run, lane, { status: "failed" }, context);
    const reason = problemOf(lane, reading);
    const remedy = `A receipt of ${agent} belongs into handoffs/${agent}-${lane}.md of the run's folder.`;
    return isBlocking("agent_team", context)
      ? [{ type: "deny", rule: "team.task-completed", reason, remedy }]
      : [{ type: "context", text: `[GUILD TASK CHECK] ${reason}.\n${remedy}` }];
  }
  const { status = "none", learnings = [] } = reading.handoff ?? {};
  setLane(run, lane, { status: laneStatusOf(status), receipt_ref: receipt }, context);
  logTask(run, "TaskCompleted", event, "ok", receipt);
  run.append(
    "specialist_receipt",
    { lane_id: lane, specialist: agent, task_id: lane, receipt_path: receipt },
    event.at,
  );
  if (learnings.length > 0) {
    const content = {
      schema_version: "guild.learnings.v1",
      run_id: run.id,
      specialist: agent,
      task_id: lane,
      learnings,
    };
    context.runs.writeScrubbed(run, `learnings/${agent}-${lane}.json`, `${JSON.stringify(content, null, 2)}\n`);
  }
  return NOTHING;
}

function problemOf(lane: string, reading: HandoffReading | null): string {
  if (reading === null) return `the task of lane ${lane} has ended without a receipt`;
  const codes = [...reading.errors, ...reading.missing_sections.map((section) => `missing:${section}`)];
  return `the receipt of lane ${lane} does not count (${[reading.verdict, ...codes].join(", ")})`;
}

/** The receipt that a worker left for its lane, relative to the run's folder. */
function receiptOf(run: RunLog, agent: string, lane: string): string | null {
  const folder = join(run.folder, "handoffs");
  if (!existsSync(folder)) return null;
  const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
  const own = [`${agent}-${lane}.md`, `${lane}.md`].find((name) => names.includes(name));
  const taken = new Set([...readLanes(run.folder).values()].map(({ receipt_ref: receipt }) => receipt));
  const other = names.find((name) => name.startsWith(`${agent}-`) && !taken.has(`handoffs/${name}`));
  const found = own ?? other;
  return found === undefined ? null : `handoffs/${found}`;
}

function logTask(
  run: RunLog,
  hook: "TaskCreated" | "TaskCompleted",
  event: EventOf<"tool.before" | "tool.after">,
  status: "ok" | "err",
  payload: string,
): void {
  const fields = { payload_excerpt_redacted: payload, latency_ms: 0, status, session_id: event.session.id };
  run.append("hook_event", { hook_name: hook, ...fields }, event.at);
}

/** Workers cannot be asked whether they live, so each of their calls says so. */
export const heartbeat: Concern<"tool.before"> = {
  name: "heartbeat",
  posture: "advice",
  react(event, context) {
    if (event.session.role !== "child" || !isOn("agent_team", context)) return NOTHING;
    const run = context.runs.current();
    const lane = laneOf(event.session, context);
    if (!run || lane === undefined) return NOTHING;
    const file = `in-progress/${lane}.json`;
    const last = stampIn(join(run.folder, file));
    if (last !== null && event.at - Date.parse(last) < HEARTBEAT_EVERY_MS) return NOTHING;
    const beat = { timestamp: new Date(event.at).toISOString(), last_action: event.tool };
    context.runs.write(run, file, `${JSON.stringify(beat)}\n`);
    return NOTHING;
  },
};

function stampIn(file: string): string | null {
  try {
    const beat: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isJsonObject(beat) && typeof beat.timestamp === "string" ? beat.timestamp : null;
  } catch {
    // No file, or one that says nothing.
    return null;
  }
}

/** Says which lanes have no receipt when a worker has stopped, and who of the others still lives. */
export const teammateIdle: Concern<"worker.stop"> = {
  name: "teammate-idle",
  posture: "advice",
  react(event, context) {
    const run = context.runs.current();
    if (!run || !isOn("agent_team", context)) return NOTHING;
    const open = [...readLanes(run.folder)].filter(([, { status }]) => status === "in_progress");
    const words = open.map(
      ([lane, { tier }]) => `${lane} (${isAlive(run, lane, tier ?? null, context) ? "alive" : "silent"})`,
    );
    const status = words.length === 0 ? "ok" : "err";
    const fields = { payload_excerpt_redacted: words.join(", "), latency_ms: 0, session_id: event.session.id } as const;
    run.append("hook_event", { hook_name: "TeammateIdle", status: "ok", ...fields }, event.at);
    if (status === "ok") return NOTHING;
    return [{ type: "notify", level: "info", text: `A worker is idle; lanes without a receipt: ${words.join(", ")}.` }];
  },
};

function isAlive(run: RunLog, lane: string, tier: string | null, context: ProjectContext): boolean {
  const folder = join(run.folder, "in-progress");
  const now = context.now();
  const log = statSync(join(folder, `${lane}.log`), { throwIfNoEntry: false });
  const signs = { stamp: stampIn(join(folder, `${lane}.json`)), logAgeMs: log ? now - log.mtimeMs : null };
  const timeout = heartbeatTimeout(tier, context.guildSetting("defaults.heartbeat_timeout_ms"));
  return livenessOf(signs, now, timeout).fresh;
}

/** Asks for a reflection after workers, where a team wants it. */
export const reflectionAfterWorker: Concern<"worker.stop"> = {
  name: "reflection",
  posture: "advice",
  react(_event, context) {
    const run = context.runs.current();
    if (!run || !isOn("reflection", context) || existsSync(join(run.folder, "summary.md"))) return NOTHING;
    const stops = readLenient(run.folder).filter(isWorkerStop).length;
    if (!reflectsAfterWorker({ env: context.env, stops, hasSpec: hasSpec(context) })) return NOTHING;
    return reflect(run, context);
  },
};

function hasSpec({ root, env }: ProjectContext): boolean {
  const folder = join(root, ".guild", "spec");
  const slug = env.GUILD_SPEC_SLUG;
  if (slug !== undefined && slug !== "") return isSafeId(slug) && existsSync(join(folder, `${slug}.md`));
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(".md"));
}
