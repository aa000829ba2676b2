import type { Reaction } from "../reaction.ts";

/** Everything that is added at one compaction, in bytes of UTF-8. */
const BUDGET = 2048;

/** Leaves out what no longer fits; what comes first goes first. */
export function withinBudget(reactions: readonly Reaction[]): readonly Reaction[] {
  let left = BUDGET;
  return reactions.filter((reaction) => {
    if (reaction.type !== "context") return true;
    const size = Buffer.byteLength(reaction.text);
    if (size > left) return false;
    left -= size;
    return true;
  });
}
