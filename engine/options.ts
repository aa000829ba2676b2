import type { EngineContent } from "./loop/context.ts";

export interface EngineOptions {
  /** Project root. All that the engine writes lies below it. */
  readonly root: string;
  /** Home of the person's own `.gsd` folder. */
  readonly home: string;
  /** Id of the host, for example `opencode`. */
  readonly host: string;
  readonly content: EngineContent;
  /** Environment of the checks that the engine runs. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Nothing else goes on in this process, so it may wait for git, which is the cheaper way to ask. */
  readonly isAlone?: boolean;
  readonly writableRoots?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly randomId?: () => string;
}
