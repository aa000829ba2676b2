import type { CommandResult, EngineEvent, Reaction } from "../../engine/index.ts";
import type { AskedCommand, Said, Told } from "../../try/trace/told.ts";

/** One thing that the engine is told or asked, and what it says to that. */
export type StoryStep = {
  /** A part of the story that not every host can live through. */
  readonly part?: "delegation";
} & (
  | { readonly event: EngineEvent; readonly reactions: readonly Reaction[] }
  | { readonly command: AskedCommand; readonly answer: CommandResult }
);

export function storyStep(told: Told, said: Said): StoryStep {
  return ("event" in told ? { ...told, reactions: said } : { ...told, answer: said }) as StoryStep;
}
