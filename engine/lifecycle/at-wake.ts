import { type Concern, NOTHING } from "../concern.ts";
import type { EventOf } from "../event.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";
import { readLanes } from "../run/run-lanes.ts";
import type { RunLog } from "../run/run-log.ts";
import { logTask } from "./log-task.ts";
import { isOn } from "./settings.ts";
import { signsOfLife } from "./signs-of-life.ts";
import { type OpenLane, type Silence, type Watch, watchLanes } from "./silence.ts";

/** A worker that goes silent tells nobody, so whoever hands out a lane asks to be woken when it may have. */
export const watchDispatch: Concern<"task.dispatch"> = {
  name: "teammate-idle",
  posture: "advice",
  react(_event, context) {
    const run = context.runs.current();
    return run && isOn("agent_team", context) ? wakeUp(watch(run, context)) : NOTHING;
  },
};

/** The last sign of life of each lane that was told to be silent: once per silence is enough. */
const told = new WeakMap<ProjectContext, Map<string, number>>();

/** Tells the person and the lead who has gone silent, and looks again while a lane is open. */
export const silentLanes: Concern<"wake"> = {
  name: "teammate-idle",
  posture: "advice",
  react(event, context) {
    const run = context.runs.current();
    if (!run || !isOn("agent_team", context)) return NOTHING;
    const watched = watch(run, context);
    const before = told.get(context) ?? new Map<string, number>();
    told.set(context, before);
    const news = watched.silent.filter(({ lane, since }) => before.get(`${run.id} ${lane}`) !== since);
    for (const { lane, since } of news) before.set(`${run.id} ${lane}`, since);
    return [...(news.length > 0 ? tell(event, run, news) : []), ...wakeUp(watched)];
  },
};

function watch(run: RunLog, context: ProjectContext): Watch {
  const now = context.now();
  const open = [...readLanes(run.folder)].flatMap(([lane, { status, tier = null, updated_at: at }]): OpenLane[] => {
    if (status !== "in_progress") return [];
    return [{ lane, tier, dispatchedAt: at === null ? 0 : Date.parse(at), ...signsOfLife(run, lane, now) }];
  });
  return watchLanes(open, now, context.setting("heartbeat_timeout_ms"));
}

function wakeUp({ next }: Watch): readonly Reaction[] {
  return next === null ? NOTHING : [{ type: "wake", after: next }];
}

function tell(event: EventOf<"wake">, run: RunLog, silent: readonly Silence[]): readonly Reaction[] {
  const words = silent.map(({ lane, since }) => `${lane} (silent for ${Math.round((event.at - since) / 60_000)} min)`);
  const lanes = words.join(", ");
  logTask(run, event, { hook: "TeammateIdle", status: "ok", payload: lanes });
  const text = `[GUILD TEAMMATE IDLE] Run ${run.id}: no sign of life from ${lanes}. Ask the person before you give a lane up.`;
  return [
    { type: "context", text },
    { type: "notify", level: "warning", text: `No sign of life from ${lanes}.` },
  ];
}
