import * as z from "zod/mini";
import type { JsonObject } from "../json.ts";
import { POINTS } from "../loop/points.ts";
import { readCommandLine, splitWords } from "./command-line.ts";
import { stateNoteCommands } from "./state-notes.ts";
import { statePositionCommands } from "./state-position.ts";
import { COMMANDS, findRow } from "./table.ts";

/** A command and its input, as the hub takes them. */
export interface Invocation {
  readonly family: string;
  readonly subcommand: string;
  readonly args: JsonObject;
}

/** A tool offered to a model in a host's process. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** Shape of the arguments; built on first use. */
  readonly shape: () => Record<string, z.ZodMiniType>;
  /** Translates what the model sent, which no host has validated. */
  readonly invocation: (args: JsonObject) => Invocation;
}

/** What the state tool's arguments can carry; the other commands of the family go through the command tool. */
const TRANSITIONS = [...statePositionCommands, ...stateNoteCommands].map((row) => row.name);

/** The few tools a model gets. All of them go through the hub. */
export const MODEL_TOOLS: readonly ModelTool[] = [
  {
    name: "gsd_next",
    description: "The one next action of the project's loop, with its reason. Ask this whenever you are unsure.",
    shape: () => ({}),
    invocation: () => ({ family: "next", subcommand: "show", args: {} }),
  },
  {
    name: "gsd_point",
    description:
      "Work at a loop point. enter: get its tickets. settle: answer one ticket after doing it. close: the engine evaluates the gates; a shut gate says what to do.",
    shape: () => ({
      action: described(z.enum(["enter", "settle", "close"]), "what to do at the point"),
      point: described(z.enum(POINTS), "for example plan:pre"),
      ticket: described(z.optional(z.string()), "settle: the ticket's id"),
      outcome: described(z.optional(z.enum(["done", "failed", "skipped"])), "settle: how it went"),
      reason: described(z.optional(z.string()), "settle: needed for failed and skipped"),
    }),
    invocation: ({ action, ...args }) => ({ family: "point", subcommand: String(action ?? ""), args }),
  },
  {
    name: "gsd_state",
    description: `Read the project's state or move it on. STATE.md is changed this way only. Transitions: ${TRANSITIONS.join(", ")}.`,
    shape: () => ({
      transition: described(z.string(), "json reads; or the name of a transition"),
      phase: described(z.optional(z.string()), "phase number where the transition needs one"),
      text: described(z.optional(z.string()), "the decision, blocker, question or note"),
      options: described(z.optional(z.string()), "signal-waiting: the possible answers, separated by |"),
    }),
    invocation: ({ transition, ...args }) => ({ family: "state", subcommand: String(transition ?? "json"), args }),
  },
  {
    name: "gsd_command",
    description: `Every other command, as one line. Families: ${families().join(", ")}. "help" lists their commands, "help <family>" the arguments. For example: verify run 2.`,
    shape: () => ({ command: described(z.string(), "family, command and arguments, for example: phase complete 2") }),
    invocation: ({ command }) => invocationOf(splitWords(String(command ?? ""))),
  },
];

/** The arguments of a tool as JSON Schema, for hosts that want it so. */
export function parametersOf(tool: ModelTool): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(z.object(tool.shape()), { io: "input" });
  return schema as JsonObject;
}

/** Reads a command line in the reference's spelling: `family subcommand …` or `family.subcommand …`. */
export function invocationOf(words: readonly string[]): Invocation {
  const [first = "", ...others] = words[0] === "query" ? words.slice(1) : words;
  const dot = first.indexOf(".");
  const family = dot > 0 ? first.slice(0, dot) : first;
  const after = dot > 0 ? [first.slice(dot + 1), ...others] : others;
  const named = after[0] !== undefined && after[0] !== "" && findRow(family, after[0]) !== undefined;
  const own = named ? undefined : findRow(family, "");
  const isOwn = own !== undefined && (own.positionals.length > 0 || after[0] === undefined || after[0].startsWith("-"));
  const subcommand = isOwn ? "" : (after[0] ?? "");
  const row = isOwn ? own : findRow(family, subcommand);
  const rest = isOwn ? after : after.slice(1);
  const args = readCommandLine(rest, row?.positionals ?? [], row?.switches);
  // A family that the table does not know may belong to an installed capability, which reads its own words.
  return { family, subcommand, args: row === undefined ? { ...args, words: after } : args };
}

function families(): readonly string[] {
  const elsewhere = new Set(["point", "next", "help"]);
  const rows = COMMANDS.filter((row) => row.audience !== "person" && !elsewhere.has(row.family));
  return [...new Set(rows.map((row) => row.family))];
}

function described<T extends z.ZodMiniType>(schema: T, description: string): T {
  return schema.check(z.describe(description)) as T;
}
