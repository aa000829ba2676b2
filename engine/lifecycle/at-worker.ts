import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Concern, NOTHING } from "../concern.ts";
import type { ProjectContext } from "../loop/context.ts";
import { readLenient } from "../run/read-log.ts";
import { type Lane, readLanes } from "../run/run-lanes.ts";
import type { RunLog } from "../run/run-log.ts";
import { isSafeId } from "../run/safe-id.ts";
import { laneOf } from "../run/session-lane.ts";
import { reflect } from "./at-turn-end.ts";
import { heartbeatTimeout, livenessOf } from "./heartbeat.ts";
import { laneReceipt } from "./lane-receipt.ts";
import { logTask } from "./log-task.ts";
import { isWorkerStop, reflectsAfterWorker } from "./reflection.ts";
import { isOn } from "./settings.ts";
import { heartbeatFile, lastBeat, signsOfLife } from "./signs-of-life.ts";

const HEARTBEAT_EVERY_MS = 5000;

/** Workers cannot be asked whether they live, so each of their calls says so. */
export const heartbeat: Concern<"tool.before"> = {
  name: "heartbeat",
  posture: "advice",
  react(event, context) {
    if (event.session.role !== "child" || !isOn("agent_team", context)) return NOTHING;
    const run = context.runs.current();
    const lane = laneOf(event.session, context);
    if (!run || lane === undefined) return NOTHING;
    const last = lastBeat(run, lane);
    if (last !== null && event.at - Date.parse(last) < HEARTBEAT_EVERY_MS) return NOTHING;
    const beat = { timestamp: new Date(event.at).toISOString(), last_action: event.tool };
    context.runs.write(run, heartbeatFile(lane), `${JSON.stringify(beat)}\n`);
    return NOTHING;
  },
};

/** Says which lanes lack a receipt when a worker has stopped, and who of them still lives. */
export const teammateIdle: Concern<"worker.stop"> = {
  name: "teammate-idle",
  posture: "advice",
  react(event, context) {
    const run = context.runs.current();
    if (!run || !isOn("agent_team", context)) return NOTHING;
    const owed = [...readLanes(run.folder)].filter(
      ([id, { status }]) => status === "in_progress" && lacksReceipt(run, id),
    );
    const words = owed
      .map(([id, lane]) => `${id} (${isAlive(run, id, lane, context) ? "alive" : "silent"})`)
      .join(", ");
    logTask(run, event, { hook: "TeammateIdle", status: "ok", payload: words });
    if (owed.length === 0) return NOTHING;
    const text = `A worker is idle; lanes without a receipt: ${words}.`;
    return [
      { type: "context", text: `[GUILD TEAMMATE IDLE] Run ${run.id}. ${text}` },
      { type: "notify", level: "info", text },
    ];
  },
};

function lacksReceipt(run: RunLog, lane: string): boolean {
  return laneReceipt(run, run.state().dispatches.get(lane)?.specialist ?? lane, lane) === null;
}

function isAlive(run: RunLog, id: string, { tier }: Lane, context: ProjectContext): boolean {
  const now = context.now();
  const timeout = heartbeatTimeout(tier ?? null, context.setting("heartbeat_timeout_ms"));
  return livenessOf(signsOfLife(run, id, now), now, timeout).fresh;
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
