import type { Refusal } from "../reaction.ts";
import type { Policy } from "./policy.ts";
import type { RuleId } from "./rule.ts";
import { ruleOf } from "./rules.ts";

export interface Verdict extends Refusal {
  readonly posture: "deny" | "ask";
}

/** One rule broken by one thing, before it is known how the rule holds here. */
export interface Breach {
  readonly rule: RuleId;
  /** What breaks it, as the call names it. */
  readonly subject: string;
}

const LONGEST_SUBJECT = 200;

/** The gravest verdict on all that a call breaks, or null where it breaks nothing that is on. */
export function verdictOn(breaches: Iterable<Breach>, policy: Policy): Verdict | null {
  let asked: Verdict | null = null;
  for (const { rule: id, subject } of breaches) {
    const posture = policy.rules.get(id)?.posture ?? ruleOf(id).posture;
    if (posture === "off" || posture === "advise") continue;
    const { reason, remedy } = ruleOf(id);
    const verdict = { rule: id, posture, reason: `${shortened(subject)} ${reason}`, remedy };
    if (posture === "deny") return verdict;
    asked ??= verdict;
  }
  return asked;
}

function shortened(subject: string): string {
  return subject.length > LONGEST_SUBJECT ? `${subject.slice(0, LONGEST_SUBJECT)}…` : subject;
}
