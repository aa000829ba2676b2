import { type Concern, NOTHING } from "../concern.ts";
import { type EventOf, PROBE_SESSION } from "../event.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Refusal } from "../reaction.ts";
import { noteSecurity } from "../run/note-security.ts";
import { agentOf } from "./agents.ts";
import { judgeArtifactOrder } from "./artifact-order.ts";
import { noteAsked, takeAsked } from "./asked-calls.ts";
import { folderOf } from "./folders.ts";
import { guardOf } from "./guard-of.ts";

/** Decides on every tool call, of the lead and of its children alike. */
export const guardConcern: Concern<"tool.before"> = {
  name: "guard",
  posture: "gate",
  react(event, context) {
    const started = performance.now();
    const { tool, args, session } = event;
    const setting = { agent: agentOf(context, session.id), folder: folderOf(context, session.id) };
    const verdict = guardOf(context).judge(tool, args, setting);
    const order = verdict?.posture === "deny" ? null : judgeArtifactOrder(tool, args, context, setting.folder);
    const refusal = order ?? verdict;
    if (refusal === null) return NOTHING;
    const posture = order === null && verdict?.posture === "ask" ? "ask" : "deny";
    const latency = Math.round((performance.now() - started) * 1000);
    if (session.id !== PROBE_SESSION) record(posture, event, refusal, latency, context);
    const { rule, reason, remedy } = refusal;
    return [{ type: posture, rule, reason, remedy }];
  },
};

/** What a person said about a call that the guard asked about. */
export const askAnswered: Concern<"permission.answered"> = {
  name: "guard-ask",
  posture: "advice",
  react({ session, request, answer, at }, context) {
    const asked = takeAsked(context, session.id, request);
    if (asked === undefined) return NOTHING;
    const { latency_us: _, ...call } = asked;
    if (answer === "reject") context.runs.current()?.append("tool_denied", asked, at);
    else context.runs.current()?.append("tool_allowed", call, at);
    return NOTHING;
  },
};

/** A host that cannot ask refuses. */
export const askRefused: Concern<"tool.after"> = {
  name: "guard-ask",
  posture: "advice",
  react({ session, call, outcome, at }, context) {
    const asked = takeAsked(context, session.id, call);
    if (asked !== undefined && outcome === "denied") context.runs.current()?.append("tool_denied", asked, at);
    return NOTHING;
  },
};

function record(
  posture: "ask" | "deny",
  event: EventOf<"tool.before">,
  refusal: Refusal,
  latencyUs: number,
  context: ProjectContext,
): void {
  const call = {
    session_id: event.session.id,
    call_id: event.call,
    tool: event.tool,
    command_redacted: `${event.tool} ${JSON.stringify(event.args)}`,
    rule: refusal.rule,
    latency_us: latencyUs,
  };
  if (refusal.rule === "agent-scope") {
    const noted = { event_type: "capability_scope_violation", decision: posture, tool: event.tool } as const;
    noteSecurity(context, event.session, event.at, { ...noted, detail: call.command_redacted });
  }
  if (posture === "ask") noteAsked(context, call);
  context.runs.current()?.append(posture === "ask" ? "tool_asked" : "tool_denied", call);
}
