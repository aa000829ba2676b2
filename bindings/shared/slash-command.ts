import { type EnginePort, invocationOf, type SessionRef } from "../../engine/index.ts";
import { answerOf } from "./answer-of.ts";
import { commandText } from "./command-text.ts";
import type { CommandContent } from "./content.ts";

/**
 * The text that a slash command of ours puts before the model, composed by the engine at this moment. A refused step
 * becomes an instruction to tell the person.
 */
export async function composeSlashCommand(
  engine: EnginePort,
  command: CommandContent,
  argument: string,
  session: SessionRef,
): Promise<string> {
  const caller = { audience: "person", session } as const;
  if (command.step !== undefined) {
    const input = { step: command.step, phase: argument.trim() };
    const result = await answerOf(() => engine.run("step", "begin", input, caller));
    return result.ok ? result.text : `Tell the person, and do nothing else.\n${commandText(result)}`;
  }
  if (command.runs !== undefined) {
    const line = command.runs.replace("$ARGUMENTS", () => argument).trim();
    const { family, subcommand, args } = await invocationOf(line.split(/\s+/));
    const result = await answerOf(() => engine.run(family, subcommand, args, caller));
    return `${commandText(result)}\n\n${command.template}`;
  }
  return `${command.template}\n\n${argument}`.trim();
}
