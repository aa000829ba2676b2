import type { EngineEvent, SessionRef } from "./event.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Reaction } from "./reaction.ts";
import type { LogEntry } from "./run/entry.ts";

/** On whose behalf a command runs. What only a person may do is refused to a model, whatever door it comes through. */
export interface Caller {
  readonly audience: "model" | "person";
  readonly session?: SessionRef;
  /** A person reads the answers as they come. */
  readonly terminal?: boolean;
}

/** The answer of the command hub. `text` is what a reader sees; `data` is the same for a machine. */
export type CommandResult =
  | {
      readonly ok: true;
      readonly data: Json;
      readonly text: string;
      /** The answer says that something is missing or wrong: a script may ask for a non-zero exit. */
      readonly degraded?: true;
    }
  | {
      readonly ok: false;
      readonly kind: "UnknownCommand" | "InvalidArgs" | "HandlerRefusal" | "HandlerFailure";
      /** Closed reason word, for example `usage`, `step_order`, `gate_shut`. */
      readonly reason: string;
      readonly message: string;
      readonly remedy: string;
      readonly data?: Json;
    };

/** One line of the run record, as listeners of `on` receive it. */
export type RecordEntry = LogEntry;

/** Where an engine is at work, for people who ask. */
export interface EngineStanding {
  readonly engine: "in-process" | "child" | "away";
  /** Why it is not in the host's own process, or why it does not answer. */
  readonly because: string | null;
}

/**
 * The engine as bindings see it: the same whether it runs in the host's process or in a child.
 * `handle` and `run` reject only with `EngineError`.
 */
export interface EnginePort {
  standing(): EngineStanding;
  handle(event: EngineEvent): Promise<readonly Reaction[]>;
  run(family: string, subcommand: string, args: JsonObject, caller: Caller): Promise<CommandResult>;
  /** Shell commands that this command would make the engine run, so that a host can ask its permission first. */
  wouldRun(family: string, subcommand: string, args: JsonObject): Promise<readonly string[]>;
  on(listener: (entry: RecordEntry) => void): () => void;
  /** Loads what the first event needs; rejects when that cannot be loaded. For a host that has just started. */
  warmUp?(): Promise<void>;
  close(): Promise<void>;
}
