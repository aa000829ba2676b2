import type { Caller, CommandResult, EngineEvent, JsonObject, Reaction } from "../../engine/index.ts";

/** What an engine is told or asked. */
export type Told = { readonly event: EngineEvent } | { readonly command: AskedCommand };

/** What it says to that. */
export type Said = readonly Reaction[] | CommandResult;

export interface AskedCommand {
  readonly family: string;
  readonly subcommand: string;
  readonly args: JsonObject;
  readonly caller: Caller;
}
