import type { Lane } from "../run/run-lanes.ts";
import type { Dispatch } from "../run/state.ts";

export interface LaneRequest {
  readonly agent: string;
  /** The lane that the task itself names, or that the worker it continues already has. */
  readonly named: string | null;
  /** What the task is called; null when it has no name. */
  readonly subject: string | null;
}

/**
 * The lane for a task: the one that it names, else the one in which the same agent failed at a task of the same name,
 * else a new one with the agent's name.
 */
export function dispatchedLane(
  { agent, named, subject }: LaneRequest,
  lanes: ReadonlyMap<string, Lane>,
  dispatches: ReadonlyMap<string, Dispatch>,
): string {
  if (named !== null) return named;
  const failed = [...lanes].find(([id, { status }]) => {
    const before = dispatches.get(id);
    const isSame = subject !== null && before?.specialist === agent && before.subject === subject;
    return isSame && (status === "failed" || status === "dead");
  });
  return failed?.[0] ?? freeLane(agent, lanes);
}

function freeLane(agent: string, lanes: ReadonlyMap<string, Lane>): string {
  if (!lanes.has(agent)) return agent;
  for (let number = 2; ; number++) if (!lanes.has(`${agent}-${number}`)) return `${agent}-${number}`;
}
