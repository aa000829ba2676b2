import type { Refusal } from "../reaction.ts";

/** Commands that record a person's decision, as a shell line would call them. */
const DECISIONS =
  /\b(?:gate[\s.]+(?:un)?waive|capability[\s.]+(?:install|update|remove|set|enable|disable|trust))(?=[\s"'`);&|]|$)/;
const OUR_PROGRAM = /(?:^|[\s/"'`=(;&|])(?:loopwright|gsd-tools)(?:\.[cm]?js)?(?=[\s"'`]|$)|\bcli\.[jt]s\b/;

/** A model's shell may not decide for a person, whatever it does to its environment. */
export function judgeDecision(command: string): Refusal | null {
  const plain = command.replaceAll(/["'\\]/g, "");
  if (!OUR_PROGRAM.test(plain)) return null;
  const decision = DECISIONS.exec(plain)?.[0];
  if (decision === undefined) return null;
  return {
    rule: "person-only",
    reason: `\`${decision.replaceAll(/[\s.]+/g, " ")}\` is a person's decision`,
    remedy: "Say what you would decide and why, and let the person do it in a terminal.",
  };
}
