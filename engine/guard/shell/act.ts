import type { ShellState } from "./state.ts";

/** What flows into or out of a command: literal text, null where there is some that nobody knows, undefined for none. */
export type Flow = string | null | undefined;

/** One program that a script would start. */
export interface Act {
  /** Base name; may hold open places. */
  readonly program: string;
  readonly args: readonly string[];
  readonly state: ShellState;
  readonly input: Flow;
  /** The programs before it in its pipe, the nearest last. */
  readonly before: readonly string[];
}

/** A file that a redirection opens. */
export interface Redirection {
  readonly path: string;
  readonly use: "read" | "append" | "overwrite";
  readonly state: ShellState;
  /** What an overwritten file will hold, where that can be told. */
  readonly content?: string;
}

export interface Observer {
  act(act: Act): void;
  redirection(redirection: Redirection): void;
  /** Script text that could not be read to the end. */
  unread(text: string, state: ShellState): void;
  /** Text that is handed to an interpreter of another language. */
  code(text: string, state: ShellState): void;
  /** Goes through a script that lay on the disk before. */
  stored<T>(run: () => T): T;
  /** A function that starts itself again beside itself. */
  multiplies(name: string): void;
  /** A script whose text is only known when it runs. `from` names the programs that make it. */
  hiddenScript(from: readonly string[], shown: string): void;
}
