import type * as z from "zod/v4/core";
import type { JsonObject } from "../json.ts";
import type { Caller, CommandResult } from "../port.ts";
import { nearest } from "../settings/nearest.ts";
import { type CommandRow, describeRow } from "./row.ts";

type Refused = Extract<CommandResult, { ok: false }>;

/** What to say where no command has that name. `rows` are those of the family, none where there is no such family. */
export function unknownCommand(
  family: string,
  subcommand: string,
  { rows, families }: { readonly rows: readonly CommandRow[]; readonly families: readonly string[] },
  audience: Caller["audience"],
): Refused {
  const open = rows.filter((row) => row.audience === "both" || row.audience === audience);
  const names = open.map(({ name }) => name).filter((name) => name !== "");
  const isHalf = subcommand === "" && names.length > 0;
  return {
    ok: false,
    kind: "UnknownCommand",
    reason: "sdk_unknown_command",
    message: messageFor(family, subcommand, isHalf),
    remedy:
      names.length > 0
        ? `${meant(nearest(subcommand, names))}${family} has: ${names.join(", ")}.`
        : `${meant(nearest(family, families))}\`help\` lists the commands.`,
  };
}

function messageFor(family: string, subcommand: string, isHalf: boolean): string {
  if (family === "") return "No command was given";
  return isHalf ? `${family} needs a command` : `There is no command ${`${family} ${subcommand}`.trim()}`;
}

function meant([first]: readonly string[]): string {
  return first === undefined ? "" : `Is it ${first}? `;
}

/** Every problem of an input in words, and how the command is used. */
export function wrongInput(row: CommandRow, args: JsonObject, issues: readonly z.$ZodIssue[]): Refused {
  const message = issues.map((issue) => problemOf(row, args, issue)).join("; ");
  return { ok: false, kind: "InvalidArgs", reason: "usage", message, remedy: `Use: ${describeRow(row).usage}` };
}

function problemOf({ positionals }: CommandRow, args: JsonObject, issue: z.$ZodIssue): string {
  const [name, ...rest] = issue.path.map(String);
  if (name === undefined) return issue.message;
  const label = positionals.includes(name) ? name : `--${kebab(name)}`;
  const choice = issue.code === "invalid_value" ? `: one of ${issue.values.join(", ")}` : "";
  if (args[name] === undefined) return `${label} is missing${choice}`;
  if (args[name] === true) return `${label} needs a value${choice}`;
  if (choice !== "") return `${[label, ...rest].join(".")} takes${choice.slice(1)}, not ${said(args[name])}`;
  return `${[label, ...rest].join(".")}: ${issue.message}`;
}

function said(value: JsonObject[string]): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
