import type { Guard } from "./guard.ts";
import type { Verdict } from "./verdict.ts";

/** Decides on a shell command that the engine would run itself. Nobody is there to be asked, so a question refuses. */
export function judgeCommand(guard: Guard, command: string): Verdict | null {
  return guard.judge("bash", { command });
}
