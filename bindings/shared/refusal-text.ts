import type { Refusal } from "../../engine/index.ts";

/** A refusal as the model reads it: what was refused, why, and what to do instead. */
export function refusalText({ rule, reason, remedy }: Refusal): string {
  return `Denied (${rule}): ${reason}. ${remedy}`;
}
