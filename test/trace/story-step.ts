import type { Caller, CommandResult, EngineEvent, JsonObject, Reaction } from "../../engine/index.ts";

/** One thing that the engine is told or asked, and what it says to that. */
export type StoryStep = {
  /** A part of the story that not every host can live through. */
  readonly part?: "delegation";
} & (
  | { readonly event: EngineEvent; readonly reactions: readonly Reaction[] }
  | { readonly command: StoryCommand; readonly answer: CommandResult }
);

export interface StoryCommand {
  readonly family: string;
  readonly subcommand: string;
  readonly args: JsonObject;
  readonly caller: Caller;
}
