import type { EventType } from "../../engine/index.ts";
import type { Presence } from "./presence.ts";

/** The ten events of Guild, and what the portable floor has beside them. */
export const COVERED_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PreCompact",
  "SubagentStop",
  "Stop",
  "TaskCreated",
  "TaskCompleted",
  "TeammateIdle",
  "SessionEnd",
] as const;

export type CoveredEvent = (typeof COVERED_EVENTS)[number];

/** What the engine hears of each. */
const HEARD: Readonly<Record<CoveredEvent, readonly EventType[]>> = {
  SessionStart: ["session.start", "context.compacted"],
  UserPromptSubmit: ["prompt.submit"],
  PreToolUse: ["tool.before"],
  PostToolUse: ["tool.after"],
  PreCompact: ["context.compact"],
  SubagentStop: ["worker.stop"],
  Stop: ["turn.stop"],
  TaskCreated: ["task.dispatch"],
  TaskCompleted: ["task.collect"],
  TeammateIdle: ["worker.stop", "wake"],
  SessionEnd: ["session.end"],
};

interface Image {
  /** The host's hooks that tell of it; `event:` stands before what comes by its bus. */
  readonly hooks: readonly string[];
  /** What it is instead, where it is less than the event. */
  readonly degradedTo?: string;
}

type Coverage = Readonly<Record<CoveredEvent, Image>>;

const OPENCODE: Coverage = {
  SessionStart: {
    hooks: ["event:session.created", "event:session.compacted"],
    degradedTo: "a resumed session is known by its first prompt",
  },
  UserPromptSubmit: { hooks: ["chat.message"], degradedTo: "a refusal shows as an opaque error, so it advises" },
  PreToolUse: { hooks: ["tool.execute.before"], degradedTo: "allow or deny, and no question" },
  PostToolUse: { hooks: ["tool.execute.after", "event:message.part.updated"] },
  PreCompact: { hooks: ["experimental.session.compacting"] },
  SubagentStop: { hooks: ["event:session.idle"] },
  Stop: { hooks: ["event:session.idle"], degradedTo: "the host cannot be kept from stopping; a follow-up is sent" },
  TaskCreated: { hooks: ["tool.execute.before"], degradedTo: "the task tool's call stands for it" },
  TaskCompleted: { hooks: ["tool.execute.after"], degradedTo: "the end of the task tool's call stands for it" },
  TeammateIdle: { hooks: ["event:session.idle"], degradedTo: "a child that went idle stands for it, or a timer" },
  SessionEnd: { hooks: ["event:session.deleted", "dispose"] },
};

const PI: Coverage = {
  SessionStart: { hooks: ["session_start", "session_compact"] },
  UserPromptSubmit: { hooks: ["input"] },
  PreToolUse: { hooks: ["tool_call"], degradedTo: "without a screen nobody can be asked, so a question is a refusal" },
  PostToolUse: { hooks: ["tool_result", "tool_execution_end"] },
  PreCompact: { hooks: ["session_before_compact"], degradedTo: "no text can be added; it is given again afterwards" },
  SubagentStop: { hooks: [], degradedTo: "nothing: the host has no sub-agents" },
  Stop: {
    hooks: ["agent_settled", "agent_end"],
    degradedTo: "the host cannot be kept from stopping; a follow-up is sent",
  },
  TaskCreated: { hooks: [], degradedTo: "nothing: the host has no tasks" },
  TaskCompleted: { hooks: [], degradedTo: "nothing: the host has no tasks" },
  TeammateIdle: { hooks: [], degradedTo: "nothing: the host has no team" },
  SessionEnd: { hooks: ["session_shutdown"] },
};

const HOSTS: Readonly<Record<string, Coverage>> = { opencode: OPENCODE, pi: PI };

/** Where one event stands in a loaded copy. */
export interface CoveredHook {
  readonly event: CoveredEvent;
  /** The host's own names that the copy has bound. */
  readonly bound: readonly string[];
  readonly count: number;
  /** Milliseconds since the epoch; null while it never came. */
  readonly last: number | null;
  readonly degradedTo: string | null;
}

/** What a loaded copy has of each event. A host without a table has bound none. */
export function coverageOf({
  host,
  hooks,
  events,
}: Pick<Presence, "host" | "hooks" | "events">): readonly CoveredHook[] {
  const images = HOSTS[host];
  return COVERED_EVENTS.map((event) => {
    const image: Image = images?.[event] ?? { hooks: [], degradedTo: "nothing: no binding for this host" };
    const heard = HEARD[event].flatMap((type) => events[type] ?? []);
    return {
      event,
      bound: image.hooks.filter((name) => hooks.includes(name.startsWith("event:") ? "event" : name)),
      count: heard.reduce((sum, { count }) => sum + count, 0),
      last: heard.length === 0 ? null : Math.max(...heard.map(({ last }) => last)),
      degradedTo: image.degradedTo ?? null,
    };
  });
}

/** One event as a line for a person. */
export function describeCoverage({ event, bound, count, last, degradedTo }: CoveredHook): string {
  const instead = degradedTo === null ? "" : `; degrades to: ${degradedTo}`;
  if (bound.length === 0) return `${event}: not bound${instead}`;
  const when = last === null ? "never fired" : `fired ${count} time(s), last ${new Date(last).toISOString()}`;
  return `${event}: bound (${bound.join(", ")}), ${when}${instead}`;
}
