import type { EnginePort } from "../../engine/index.ts";
import { NotingEngine } from "../../try/trace/noting-engine.ts";
import { filled, sentTexts } from "./blanks.ts";
import { type HostWords, inNeutralWords, restricted } from "./host-words.ts";
import { keptIn } from "./kept-in.ts";
import { readNeutralTrace } from "./neutral-trace.ts";
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
  replay: (engine: EnginePort, project: StoryProject) => Promise<Reached>,
  words: HostWords,
): Promise<Replayed> {
  const project = storyProject();
  try {
    const notes: StoryStep[] = [];
    const engine = new NotingEngine(storyEngine(project.root, project.home), keptIn(notes));
    const reached = await replay(engine, project);
    const expected = filled(restricted(readNeutralTrace(), words), project.root, sentTexts(notes));
    return { notes: inNeutralWords(notes, expected, words), expected, reached };
  } finally {
    project.remove();
  }
}
