import { type Concern, NOTHING } from "../concern.ts";
import type { ProjectContext } from "../loop/context.ts";

/** Calls that began and have not ended, by session and call id. Lost with the process, like the calls themselves. */
const openCalls = new WeakMap<ProjectContext, Map<string, { readonly at: number; readonly text: string }>>();

function callsOf(context: ProjectContext) {
  let calls = openCalls.get(context);
  if (!calls) {
    calls = new Map();
    openCalls.set(context, calls);
  }
  return calls;
}

const EXCERPT = 400;

export const journalCallBegin: Concern<"tool.before"> = {
  name: "journal",
  posture: "advice",
  react(event, context) {
    if (!context.runs.current()) return NOTHING;
    const text = `${event.tool} ${JSON.stringify(event.args)}`;
    callsOf(context).set(`${event.session.id} ${event.call}`, { at: event.at, text });
    return NOTHING;
  },
};

export const journalCallEnd: Concern<"tool.after"> = {
  name: "journal",
  posture: "advice",
  react(event, context) {
    const key = `${event.session.id} ${event.call}`;
    const begun = callsOf(context).get(key);
    callsOf(context).delete(key);
    context.runs.current()?.append("tool_call", {
      session_id: event.session.id,
      call_id: event.call,
      tool: event.tool,
      command_redacted: begun?.text ?? event.tool,
      status: event.outcome === "ok" ? "ok" : "err",
      latency_ms: begun ? Math.max(0, event.at - begun.at) : 0,
      result_excerpt_redacted: event.result.slice(0, EXCERPT),
    });
    return NOTHING;
  },
};

export const journalPrompt: Concern<"prompt.submit"> = {
  name: "journal",
  posture: "advice",
  react(event, context) {
    if (event.session.role !== "root") return NOTHING;
    context.runs.current()?.append("prompt", { session_id: event.session.id, author: event.author });
    return NOTHING;
  },
};

export const journalTurn: Concern<"turn.stop"> = {
  name: "journal",
  posture: "advice",
  react(event, context) {
    if (event.session.role !== "root") return NOTHING;
    context.runs.current()?.append("turn_stop", { session_id: event.session.id, outcome: event.outcome });
    return NOTHING;
  },
};

export const journalCompact: Concern<"context.compact"> = {
  name: "journal",
  posture: "advice",
  react: (event, context) => compaction(event.session.id, "before", event.reason, context),
};

export const journalCompacted: Concern<"context.compacted"> = {
  name: "journal",
  posture: "advice",
  react: (event, context) => compaction(event.session.id, "after", event.reason, context),
};

function compaction(session: string, stage: "before" | "after", reason: string, context: ProjectContext) {
  context.runs.current()?.append("compaction", { session_id: session, stage, reason });
  return NOTHING;
}

export const journalUsage: Concern<"usage"> = {
  name: "journal",
  posture: "advice",
  react(event, context) {
    context.runs.current()?.append("usage", {
      session_id: event.session.id,
      model: event.model,
      tokens: { input: event.input, output: event.output, ...(event.cached !== undefined && { cached: event.cached }) },
      ...(event.cost !== undefined && { cost: event.cost }),
    });
    return NOTHING;
  },
};
