import type { EnginePort } from "../../engine/index.ts";
import { tell } from "../../try/trace/tell.ts";
import { filled, sentTexts } from "./blanks.ts";
import { type StoryStep, storyStep } from "./story-step.ts";

/** Tells an engine the story. Answers with the same steps and what this engine said to them. */
export async function playNeutral(
  trace: readonly StoryStep[],
  engine: EnginePort,
  project: string,
): Promise<readonly StoryStep[]> {
  const played: StoryStep[] = [];
  for (const step of trace) {
    const said = await tell(engine, filled(step, project, sentTexts(played)));
    played.push(storyStep(step, said));
  }
  return played;
}
