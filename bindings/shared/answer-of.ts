import { type CommandResult, EngineError } from "../../engine/index.ts";

/**
 * A command's answer also where the engine failed at it, so that whoever asked reads what is wrong and what to do.
 * Every other error is thrown on.
 */
export async function answerOf(command: () => Promise<CommandResult>): Promise<CommandResult> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { code, message, remedy } = error;
    return { ok: false, kind: "HandlerFailure", reason: code.toLowerCase(), message, remedy };
  }
}
