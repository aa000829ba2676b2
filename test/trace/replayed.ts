import { filled, sentTexts } from "./blanks.ts";
import { type HostWords, inNeutralWords, restricted } from "./host-words.ts";
import { readNeutralTrace } from "./neutral-trace.ts";
import { NotingEngine } from "./noting-engine.ts";
import type { Reached } from "./reached.ts";
import { storyEngine } from "./story-engine.ts";
import { type StoryProject, storyProject } from "./story-project.ts";
import type { StoryStep } from "./story-step.ts";

export interface Replayed {
  /** What the engine was told and what it said to that, in neutral words where the host's differ. */
  readonly notes: readonly StoryStep[];
  /** What the neutral trace says of it. */
  readonly expected: readonly StoryStep[];
  readonly reached: Reached;
}

/** Plays a recording through its binding, with the engine of the story behind it. */
export async function replayed(
  replay: (engine: NotingEngine, project: StoryProject) => Promise<Reached>,
  words: HostWords,
): Promise<Replayed> {
  const project = storyProject();
  try {
    const engine = new NotingEngine(storyEngine(project.root, project.home));
    const reached = await replay(engine, project);
    const expected = filled(restricted(readNeutralTrace(), words), project.root, sentTexts(engine.notes));
    return { notes: inNeutralWords(engine.notes, expected, words), expected, reached };
  } finally {
    project.remove();
  }
}
