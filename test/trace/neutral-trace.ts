import { readFileSync } from "node:fs";
import type { StoryStep } from "./story-step.ts";

export const NEUTRAL_FILE = new URL("./neutral.json", import.meta.url);

/**
 * The story in the engine's words, with the reactions that are right. `$PROJECT` is the project's folder and
 * `$SENT_1` the first text that the engine had sent into a session.
 */
export function readNeutralTrace(): readonly StoryStep[] {
  return JSON.parse(readFileSync(NEUTRAL_FILE, "utf8"));
}
