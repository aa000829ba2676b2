import type { ScriptedModel } from "../bindings/live/scripted-model.ts";

/** A tool call as the scripted model makes it. */
export interface Call {
  readonly tool: string;
  readonly args: object;
}

/** The host's own words for what the model does in the story. */
export interface Tools {
  read(path: string): Call;
  write(path: string, content: string): Call;
  replace(path: string, before: string, after: string): Call;
  /** Deletes STATE.md by the strongest means the host offers. */
  deleteState(): Call;
}

/** A host at work on the sample project. */
export interface Actor {
  readonly name: string;
  readonly directory: string;
  readonly model: ScriptedModel;
  readonly tools: Tools;
  /** Token use that makes the host compact. */
  readonly fullContext: { readonly input: number; readonly output: number };
  /** Whether the host lets a plugin add to the request for a summary. */
  readonly summaryTakesText: boolean;
  /** Types a slash command and waits until the host rests. */
  command(name: string, argument: string): Promise<void>;
  /** Types a message and waits until the host rests. */
  say(text: string): Promise<void>;
  /** As `say`, with a model that is offered the patch tool where the host has one. */
  sayToPatcher(text: string): Promise<void>;
  /** Types a slash command, and stops the host while the model is silent. */
  commandAndAbort(name: string, argument: string): Promise<void>;
  stop(): Promise<void>;
}
