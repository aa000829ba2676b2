import type { EngineContent, Step } from "../../engine/index.ts";

export interface CommandContent {
  readonly description: string;
  /** What the model is told when the engine has nothing to add. */
  readonly template: string;
  /** The loop step that the command begins; the engine then composes the whole text. */
  readonly step?: Step;
  /** A hub command whose answer is put before the template; `$ARGUMENTS` stands for what the person typed. */
  readonly runs?: string;
}

export interface AgentContent {
  readonly description: string;
  readonly prompt: string;
  /** Tools the agent must not use, by the host's permission names. */
  readonly deny: readonly string[];
}

/** Everything the plugin ships: the engine's content and what a host registers. */
export interface Content extends EngineContent {
  readonly commands: Readonly<Record<string, CommandContent>>;
  readonly agents: Readonly<Record<string, AgentContent>>;
}
