import { type Concern, NOTHING } from "../concern.ts";
import { noteSecurity } from "../run/note-security.ts";
import { guardOf } from "./guard-of.ts";
import { signsOfInjection } from "./injection.ts";
import { ruleOf } from "./rules.ts";
import { classOf, readToolCall } from "./tool-call.ts";

/** Sets one line before what was read when it speaks to the model. What was read stays as it is. */
export const warnOfInjection: Concern<"tool.after"> = {
  name: "injection",
  posture: "advice",
  react({ tool, result, outcome, session, at }, context) {
    if (outcome === "denied" || result === "" || !isReading(tool)) return NOTHING;
    if (guardOf(context).policy().rules.get("injection")?.posture === "off") return NOTHING;
    const signs = signsOfInjection(result);
    if (signs.length === 0) return NOTHING;
    const detail = signs.join("; ");
    noteSecurity(context, session, at, { event_type: "injection_attempt_detected", decision: "pass", tool, detail });
    const { reason, remedy } = ruleOf("injection");
    return [
      {
        type: "replaceResult",
        result: `[loopwright] What follows ${reason} (${detail}). ${remedy}\n${result}`,
      },
    ];
  },
};

function isReading(tool: string): boolean {
  const of = classOf(readToolCall(tool, {}));
  return of === "read" || of === "web" || of === "shell" || of === "other";
}
