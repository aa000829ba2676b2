import { refusalText } from "../../bindings/shared/refusal-text.ts";
import { sentTexts } from "./blanks.ts";
import { Reached } from "./reached.ts";
import type { StoryStep } from "./story-step.ts";

/** What has to reach a host when the engine has said this. */
export function said(steps: readonly StoryStep[]): Reached {
  const reached = new Reached();
  reached.sent.push(...sentTexts(steps));
  for (const step of steps) {
    if ("command" in step) continue;
    for (const reaction of step.reactions) {
      if (reaction.type === "deny") reached.refusals.push(refusalText(reaction));
      if (reaction.type === "notify") reached.notices.push(reaction.text);
      if (reaction.type === "instruct") reached.instructions.add(reaction.text);
      if (reaction.type === "context") reached.contexts.push(reaction.text);
      if (reaction.type === "env") reached.environments.push(reaction.values);
    }
  }
  return reached;
}
