import { type CommandDescription, describeRow } from "./row.ts";
import { COMMANDS } from "./table.ts";

export type { CommandDescription } from "./row.ts";

/** Every command of the hub, in the order of the table. */
export function describeCommands(): readonly CommandDescription[] {
  return COMMANDS.map(describeRow);
}
