import type { Audience } from "./row.ts";
import { COMMANDS } from "./table.ts";

/** A command as help and schemas show it. */
export interface CommandDescription {
  readonly family: string;
  readonly name: string;
  readonly summary: string;
  readonly audience: Audience;
  /** `family name <position> …` */
  readonly usage: string;
}

/** Every command of the hub, in the order of the table. */
export function describeCommands(): readonly CommandDescription[] {
  return COMMANDS.map(({ family, name, summary, audience, positionals }) => ({
    family,
    name,
    summary,
    audience,
    usage: [family, name, ...positionals.map((position) => `<${position}>`)].join(" "),
  }));
}
