import type { StoryStep } from "./story-step.ts";

/** The texts that the engine had sent into a session: composed commands and continuations, oldest first. */
export function sentTexts(steps: readonly StoryStep[]): readonly string[] {
  return steps.flatMap((step) => {
    if ("command" in step)
      return step.command.caller.audience === "person" ? [step.answer.ok ? step.answer.text : ""] : [];
    return step.reactions.flatMap((reaction) => (reaction.type === "continue" ? [reaction.prompt] : []));
  });
}

/** Fills a trace or a recording in: `$PROJECT`, and `$SENT_n` where it is the whole text. */
export function filled<T>(value: T, project: string, sent: readonly string[]): T {
  const fill = (item: unknown): unknown => {
    if (typeof item === "string") return fillText(item, project, sent);
    if (Array.isArray(item)) return item.map(fill);
    if (typeof item !== "object" || item === null) return item;
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, fill(inner)]));
  };
  return fill(value) as T;
}

function fillText(text: string, project: string, sent: readonly string[]): string {
  const index = /^\$SENT_(\d+)$/.exec(text)?.[1];
  if (index === undefined) return text.replaceAll("$PROJECT", project);
  return sent[Number(index) - 1] ?? `nothing was sent for ${text}`;
}
