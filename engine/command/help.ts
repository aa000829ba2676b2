import * as z from "zod/mini";
import { type Outcome, refuse } from "../loop/outcome.ts";
import type { Caller } from "../port.ts";
import { word } from "./input.ts";
import { type CommandRow, describeRow, row } from "./row.ts";

/** The command that shows the others. */
export function helpCommand(all: () => Promise<readonly CommandRow[]>): CommandRow {
  return row({
    family: "help",
    name: "show",
    summary: "The commands that you may use: all families, or one with its arguments.",
    audience: "both",
    positionals: ["family"],
    isApart: true,
    input: () => z.object({ family: z.optional(word()) }),
    run: async (_context, input, caller) => help(await all(), input.family, caller.audience),
  });
}

function help(all: readonly CommandRow[], family: string | undefined, audience: Caller["audience"]): Outcome {
  const commands = all
    .map(describeRow)
    .filter((command) => command.audience === "both" || command.audience === audience);
  const families = [...new Set(commands.map((command) => command.family))];
  if (family === undefined) {
    const lines = families.map((name) => {
      const own = commands.filter((command) => command.family === name && command.name !== "").map(({ name }) => name);
      return own.length === 0 ? name : `${name}: ${own.join(", ")}`;
    });
    return {
      ok: true,
      data: families.map((name) => ({
        family: name,
        commands: commands.filter((command) => command.family === name).map((command) => command.name),
      })),
      text: [...lines, "", "`help <family>` shows the arguments."].join("\n"),
    };
  }
  const shown = commands.filter((command) => command.family === family);
  if (shown.length === 0) {
    return refuse("usage", `There is no family ${family}`, `There are: ${families.join(", ")}.`);
  }
  return {
    ok: true,
    data: shown.map((command) => ({ ...command })),
    text: shown.map(({ usage, summary }) => `${usage}\n  ${summary}`).join("\n"),
  };
}
