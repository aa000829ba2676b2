import type { ScriptedModel } from "../../../bindings/live/scripted-model.ts";

/** A real host with the recorder loaded, at work on a copy of the sample project. */
export interface RecordedHost {
  readonly directory: string;
  readonly model: ScriptedModel;
  /** The host's name of the argument that holds a file's path. */
  readonly pathArgument: string;
  /** Whether the host has sub-agents of its own. */
  readonly delegates: boolean;
  /** Types a slash command and waits until the host rests. */
  command(name: string, argument: string): Promise<void>;
  /** Types a message, and stops the host while the model is silent. */
  sayAndAbort(text: string): Promise<void>;
  /** Has the conversation compacted, as a person may at any time. */
  compact(): Promise<void>;
  /** Ends the session the way a person does. */
  leave(): Promise<void>;
  /** Ends what still runs and removes the copy. */
  remove(): Promise<void>;
}

export interface RecordedHostOptions {
  readonly project: string;
  /** The bundled recorder. */
  readonly recorder: string;
}

export const TURN_MS = 60_000;
/** Longer than the binding waits before it believes the end of a turn. */
export const QUIET_MS = 700;
