import { type Concern, NOTHING } from "../concern.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";
import type { LogEntry } from "../run/entry.ts";
import { RETENTION_SPEAKER } from "../run/retention.ts";

interface Announcement {
  readonly text: string;
  readonly level: "info" | "warning";
}

/** What the loop did in this process and no person was told yet. */
const untold = new WeakMap<ProjectContext, Announcement[]>();

function untoldIn(context: ProjectContext): Announcement[] {
  let list = untold.get(context);
  if (!list) {
    const collected: Announcement[] = [];
    context.runs.on((entry) => collected.push(...announcementsOf(entry, context)));
    untold.set(context, collected);
    list = collected;
  }
  return list;
}

function announcementsOf(entry: LogEntry, context: ProjectContext): readonly Announcement[] {
  switch (entry.event) {
    case "point_closed":
      return [{ level: "info", text: `${entry.point} is closed` }];
    case "gate_verdict":
      return entry.verdict === "shut" ? [{ level: "warning", text: `${entry.ticket} is shut: ${entry.message}` }] : [];
    case "transition":
      return entry.name === "signal-waiting"
        ? [{ level: "warning", text: `a question waits for you: ${context.snapshot().waiting?.question ?? ""}` }]
        : [];
    case "assumption_logged":
      return entry.specialist === RETENTION_SPEAKER.specialist
        ? [{ level: "warning", text: entry.assumption_text }]
        : [];
    case "run_closed":
      return [{ level: "info", text: `the run is closed: ${entry.reason}` }];
    default:
      return [];
  }
}

/** From the first event on, so that nothing of what follows is missed. */
export const listenForMoves: Concern<"session.start" | "prompt.submit"> = {
  name: "presence",
  posture: "advice",
  react(_event, context) {
    untoldIn(context);
    return NOTHING;
  },
};

/**
 * Tells a person what the loop did with the call that just ended: points closed, gates shut, questions asked.
 * `loopwright.quiet` in the project's settings keeps it silent; the record has it all the same.
 */
export const tellMoves: Concern<"tool.after"> = {
  name: "presence",
  posture: "advice",
  react(_event, context) {
    const moves = untoldIn(context).splice(0);
    return moves.length === 0 || context.setting("quiet") ? NOTHING : [notice(moves)];
  },
};

function notice(moves: readonly Announcement[]): Reaction {
  const level = moves.some((move) => move.level === "warning") ? "warning" : "info";
  return { type: "notify", level, text: moves.map(({ text }) => text).join("; ") };
}
