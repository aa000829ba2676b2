import { type Concern, NOTHING } from "../concern.ts";
import type { EventOf } from "../event.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Refusal } from "../reaction.ts";
import { agentOf } from "./agents.ts";
import { judgeArtifactOrder } from "./artifact-order.ts";

/** Decides on every tool call, of the lead and of its children alike. */
export const guardConcern: Concern<"tool.before"> = {
  name: "guard",
  posture: "gate",
  react(event, context) {
    const started = performance.now();
    const { tool, args, session } = event;
    const verdict = context.guard.judge(tool, args, agentOf(context, session.id));
    const order = verdict?.posture === "deny" ? null : judgeArtifactOrder(tool, args, context);
    const refusal = order ?? verdict;
    if (refusal === null) return NOTHING;
    recordDenial(event, refusal, Math.round((performance.now() - started) * 1000), context);
    const { rule, reason, remedy } = refusal;
    return [{ type: order === null && verdict?.posture === "ask" ? "ask" : "deny", rule, reason, remedy }];
  },
};

function recordDenial(
  event: EventOf<"tool.before">,
  refusal: Refusal,
  latencyUs: number,
  context: ProjectContext,
): void {
  context.runs.current()?.append("tool_denied", {
    session_id: event.session.id,
    call_id: event.call,
    tool: event.tool,
    command_redacted: `${event.tool} ${JSON.stringify(event.args)}`,
    rule: refusal.rule,
    latency_us: latencyUs,
  });
}
