import type { EnginePort } from "../../engine/index.ts";
import { filled, sentTexts } from "./blanks.ts";
import type { StoryStep } from "./story-step.ts";

/** Tells an engine the story. Answers with the same steps and what this engine said to them. */
export async function playNeutral(
  trace: readonly StoryStep[],
  engine: EnginePort,
  project: string,
): Promise<readonly StoryStep[]> {
  const played: StoryStep[] = [];
  for (const step of trace) {
    const told = filled(step, project, sentTexts(played));
    if ("event" in told) played.push({ ...step, reactions: await engine.handle(told.event) } as StoryStep);
    else {
      const { family, subcommand, args, caller } = told.command;
      played.push({ ...step, answer: await engine.run(family, subcommand, args, caller) } as StoryStep);
    }
  }
  return played;
}
