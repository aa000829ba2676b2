import type { EnginePort } from "../../engine/index.ts";

/** Where text goes. Process streams fit. */
export interface Output {
  write(text: string): unknown;
  /** Whether a person reads it. */
  readonly isTTY?: boolean;
}

/** What the command line needs of the process it runs in. */
export interface CliIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Home of the person's own `.gsd` folder. */
  readonly home: string;
  readonly version: string;
  /** Asks the person who sits here; absent where nobody does. */
  readonly confirm?: (question: string) => Promise<boolean>;
  readonly engineFor: (root: string) => EnginePort;
  /** Files of this installation. */
  readonly entries: Entries;
}

export interface Entries {
  /** The command line itself; doctor starts it again as a child that loads a plugin file. */
  readonly cli: string;
  readonly opencode: string;
  readonly pi: string;
}
