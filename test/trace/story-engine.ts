import { createEngine, type EnginePort } from "../../engine/index.ts";
import { STORY_CONTENT } from "./story-content.ts";

const NOW = Date.UTC(2026, 0, 12, 10);

/** The engine of the story, in which it is always the same moment and ids count up. */
export function storyEngine(root: string, home: string): EnginePort {
  let ids = 0;
  return createEngine({
    root,
    home,
    host: "story",
    content: STORY_CONTENT,
    env: {},
    now: () => NOW,
    randomId: () => `id-${++ids}`,
  });
}
