import type { SessionRef } from "../event.ts";
import type { ProjectContext } from "../loop/context.ts";
import { isSafeId } from "./safe-id.ts";

/** The lane of a worker about whom nothing better is known. */
export const UNATTRIBUTED = "unattributed-worker";

/** Agents of the sessions that this process saw begin; a child does not outlive its process. */
const agents = new WeakMap<ProjectContext, Map<string, string>>();

export function noteAgent(context: ProjectContext, session: string, agent: string): void {
  const known = agents.get(context) ?? new Map<string, string>();
  agents.set(context, known.set(session, agent));
}

/** The lane on whose account a session works; undefined for the lead. */
export function laneOf(session: SessionRef, context: ProjectContext): string | undefined {
  const own = processLane(context.env);
  if (own !== undefined || session.role !== "child") return own;
  const agent = agents.get(context)?.get(session.id);
  return isSafeId(agent) ? agent : UNATTRIBUTED;
}

/** The lane of a process that was started as a worker. */
function processLane(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = [env.GUILD_LANE_ID, env.GUILD_TASK_ID].filter((id) => id !== undefined && id !== "");
  return named.length === 0 ? undefined : (named.find(isSafeId) ?? UNATTRIBUTED);
}
