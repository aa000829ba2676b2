import type { SessionRef } from "../event.ts";
import { agentOf } from "../guard/agents.ts";
import type { ProjectContext } from "../loop/context.ts";
import { isSafeId } from "./safe-id.ts";

/** The lane of a worker about whom nothing better is known. */
export const UNATTRIBUTED = "unattributed-worker";

/** A lane that was handed to an agent by one call. */
export interface Dispatched {
  readonly call: string;
  readonly lane: string;
  readonly agent: string;
}

interface Lanes {
  readonly bySession: Map<string, string>;
  readonly byCall: Map<string, Dispatched>;
  /** Handed out, and no session has begun for them yet. */
  readonly waiting: Dispatched[];
}

/** A worker does not outlive the process that its session lives in. */
const known = new WeakMap<ProjectContext, Lanes>();

function lanesOf(context: ProjectContext): Lanes {
  const lanes = known.get(context) ?? { bySession: new Map(), byCall: new Map(), waiting: [] };
  known.set(context, lanes);
  return lanes;
}

/** `continues` is the session that goes on with the lane, where one does; else a new one begins for it. */
export function noteDispatch(context: ProjectContext, dispatched: Dispatched, continues?: string): void {
  const lanes = lanesOf(context);
  lanes.byCall.set(dispatched.call, dispatched);
  if (continues === undefined) lanes.waiting.push(dispatched);
  else lanes.bySession.set(continues, dispatched.lane);
}

/** The lane that was handed to the worker of a session. */
export function laneOfWorker(context: ProjectContext, session: string): string | undefined {
  return known.get(context)?.bySession.get(session);
}

/** The lane that a call handed out, which is then forgotten. */
export function takeDispatch(context: ProjectContext, call: string): Dispatched | undefined {
  const lanes = lanesOf(context);
  const dispatched = lanes.byCall.get(call);
  lanes.byCall.delete(call);
  const at = lanes.waiting.findIndex((one) => one.call === call);
  if (at !== -1) lanes.waiting.splice(at, 1);
  return dispatched;
}

/** A worker's session begins: it works at the lane that was first handed to its agent. */
export function noteWorker(context: ProjectContext, session: string, agent: string): void {
  const lanes = lanesOf(context);
  const at = lanes.waiting.findIndex((one) => one.agent === agent);
  const [dispatched] = at === -1 ? [] : lanes.waiting.splice(at, 1);
  if (dispatched) lanes.bySession.set(session, dispatched.lane);
}

/** The lane on whose account a session works; undefined for the lead. */
export function laneOf(session: SessionRef, context: ProjectContext): string | undefined {
  const own = processLane(context.env);
  if (own !== undefined || session.role !== "child") return own;
  const lane = laneOfWorker(context, session.id) ?? agentOf(context, session.id);
  return isSafeId(lane) ? lane : UNATTRIBUTED;
}

/** The lane of a process that was started as a worker. */
function processLane(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = [env.GUILD_LANE_ID, env.GUILD_TASK_ID].filter((id) => id !== undefined && id !== "");
  return named.length === 0 ? undefined : (named.find(isSafeId) ?? UNATTRIBUTED);
}
