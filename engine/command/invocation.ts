import type { JsonObject } from "../json.ts";
import { readCommandLine } from "./command-line.ts";
import { findRow } from "./table.ts";

/** A command and its input, as the hub takes them. */
export interface Invocation {
  readonly family: string;
  readonly subcommand: string;
  readonly args: JsonObject;
}

/** Reads a command line in the reference's spelling: `family subcommand …` or `family.subcommand …`. */
export async function invocationOf(words: readonly string[]): Promise<Invocation> {
  const [first = "", ...others] = words[0] === "query" ? words.slice(1) : words;
  const dot = first.indexOf(".");
  const family = dot > 0 ? first.slice(0, dot) : first;
  const after = dot > 0 ? [first.slice(dot + 1), ...others] : others;
  const named = after[0] !== undefined && after[0] !== "" && (await findRow(family, after[0])) !== undefined;
  const own = named ? undefined : await findRow(family, "");
  const isOwn = own !== undefined && (own.positionals.length > 0 || after[0] === undefined || after[0].startsWith("-"));
  const subcommand = isOwn ? "" : (after[0] ?? "");
  const row = isOwn ? own : await findRow(family, subcommand);
  const rest = isOwn ? after : after.slice(1);
  const args = readCommandLine(rest, row?.positionals ?? [], row?.switches);
  // A family that the table does not know may belong to an installed capability, which reads its own words.
  return { family, subcommand, args: row === undefined ? { ...args, words: after } : args };
}
