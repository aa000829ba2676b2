import { PROBE_SESSION } from "../../engine/index.ts";
import type { Note } from "../../try/trace/noting-engine.ts";
import { type StoryStep, storyStep } from "./story-step.ts";

/**
 * Keeps notes in a list, in the order in which the engine was told. The canary's calls are left out: they are the
 * binding's own, no host's.
 */
export function keptIn(steps: StoryStep[]): Note {
  return async (told, hear) => {
    if ("event" in told && told.event.session.id === PROBE_SESSION) return hear();
    const index = steps.push(storyStep(told, [])) - 1;
    const said = await hear();
    steps[index] = storyStep(told, said);
    return said;
  };
}
