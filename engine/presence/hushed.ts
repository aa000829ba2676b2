import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";

/** What is left for a person where the project is quiet: warnings and errors. */
export function hushed(reactions: readonly Reaction[], context: ProjectContext): readonly Reaction[] {
  const isNotice = (reaction: Reaction) => reaction.type === "notify" && reaction.level === "info";
  return reactions.some(isNotice) && context.setting("quiet")
    ? reactions.filter((reaction) => !isNotice(reaction))
    : reactions;
}
