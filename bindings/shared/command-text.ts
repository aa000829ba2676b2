import type { CommandResult } from "../../engine/index.ts";
import { sentences } from "./sentences.ts";

/** A command's answer as a model or a person reads it. */
export function commandText(result: CommandResult): string {
  return result.ok ? result.text : `Refused (${result.reason}): ${sentences(result.message, result.remedy)}`;
}
