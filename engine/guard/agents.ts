import { type Concern, NOTHING } from "../concern.ts";
import type { ProjectContext } from "../loop/context.ts";
import { noteFolder } from "./folders.ts";

const MOST_SESSIONS = 500;
const agents = new WeakMap<ProjectContext, Map<string, string>>();

/** The agent that works in a session, as far as the host has said. */
export function agentOf(context: ProjectContext, session: string): string | undefined {
  return agents.get(context)?.get(session);
}

function note(context: ProjectContext, session: string, agent: string | undefined): typeof NOTHING {
  if (agent === undefined) return NOTHING;
  const known = agents.get(context) ?? new Map<string, string>();
  if (known.size >= MOST_SESSIONS) known.clear();
  agents.set(context, known.set(session, agent));
  return NOTHING;
}

export const agentAtStart: Concern<"session.start"> = {
  name: "guard-agent",
  posture: "advice",
  react: ({ session, agent, folder }, context) => {
    noteFolder(context, session.id, folder);
    return note(context, session.id, agent);
  },
};

export const agentAtPrompt: Concern<"prompt.submit"> = {
  name: "guard-agent",
  posture: "advice",
  react: ({ session, agent }, context) => note(context, session.id, agent),
};
