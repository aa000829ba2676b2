import { type CommandResult, type EnginePort, invocationOf, type SessionRef } from "../../engine/index.ts";
import { answerOf } from "./answer-of.ts";
import { commandText } from "./command-text.ts";
import type { CommandContent } from "./content.ts";

/**
 * The text that a slash command of ours puts before the model, composed by the engine at this moment. A refused step
 * or command becomes an instruction to tell the person.
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
    return result.ok ? result.text : toldOnly(result);
  }
  if (command.runs !== undefined) {
    const line = command.runs.replace("$ARGUMENTS", () => argument).trim();
    const { family, subcommand, args } = await invocationOf(line.split(/\s+/));
    const result = await answerOf(() => engine.run(family, subcommand, args, caller));
    return result.ok ? `${result.text}\n\n${command.template}` : toldOnly(result);
  }
  return `${command.template}\n\n${argument}`.trim();
}

function toldOnly(refused: CommandResult): string {
  return `Tell the person, and do nothing else.\n${commandText(refused)}`;
}
