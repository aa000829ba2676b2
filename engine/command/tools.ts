import type { JsonObject } from "../json.ts";
import { splitWords } from "./command-line.ts";
import { type Invocation, invocationOf } from "./invocation.ts";
import { FAMILY_NAMES } from "./table.ts";
import type { Shape } from "./tool-shapes.ts";

/** A tool offered to a model in a host's process. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** Shape of the arguments; built on first use. */
  readonly shape: () => Shape;
  /** Translates what the model sent, which no host has validated. */
  readonly invocation: (args: JsonObject) => Promise<Invocation>;
}

/** What the state tool's arguments can carry; the other commands of the family go through the command tool. */
const TRANSITIONS = [
  "begin-phase",
  "planned-phase",
  "advance-plan",
  "add-decision",
  "add-blocker",
  "resolve-blocker",
  "record-session",
  "signal-waiting",
  "signal-resume",
];

/** Families with a tool of their own, and the one that is for persons. */
const ELSEWHERE: ReadonlySet<string> = new Set(["point", "next", "help", "step"]);

/** The few tools a model gets. All of them go through the hub. */
export const MODEL_TOOLS: readonly ModelTool[] = [
  {
    name: "gsd_next",
    description: "The one next action of the project's loop, with its reason. Ask this whenever you are unsure.",
    shape: () => ({}),
    invocation: async () => ({ family: "next", subcommand: "show", args: {} }),
  },
  {
    name: "gsd_point",
    description:
      "Work at a loop point. enter: get its tickets. settle: answer one ticket after doing it. close: the engine evaluates the gates; a shut gate says what to do.",
    shape: () => shapes().pointShape(),
    invocation: async ({ action, ...args }) => ({ family: "point", subcommand: String(action ?? ""), args }),
  },
  {
    name: "gsd_state",
    description: `Read the project's state or move it on. STATE.md is changed this way only. Transitions: ${TRANSITIONS.join(", ")}.`,
    shape: () => shapes().stateShape(),
    invocation: async ({ transition, ...args }) => ({
      family: "state",
      subcommand: String(transition ?? "json"),
      args,
    }),
  },
  {
    name: "gsd_command",
    description: `Every other command, as one line. Families: ${families().join(", ")}. "help" lists their commands, "help <family>" the arguments. For example: verify run 2.`,
    shape: () => shapes().commandShape(),
    invocation: ({ command }) => invocationOf(splitWords(String(command ?? ""))),
  },
];

/** The arguments of a tool as JSON Schema, for hosts that want it so. */
export function parametersOf(tool: ModelTool): JsonObject {
  return shapes().schemaOf(tool.shape());
}

/** A host that starts does not want the schema library yet. */
function shapes(): typeof import("./tool-shapes.ts") {
  return require("./tool-shapes.ts") as typeof import("./tool-shapes.ts");
}

function families(): readonly string[] {
  return FAMILY_NAMES.filter((family) => !ELSEWHERE.has(family));
}
