import { type CommandDescription, describeRow } from "./row.ts";
import { allRows } from "./table.ts";

export type { CommandDescription } from "./row.ts";

/** Every command of the hub, in the order of the table. */
export async function describeCommands(): Promise<readonly CommandDescription[]> {
  return (await allRows()).map(describeRow);
}
