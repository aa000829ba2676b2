import { type CommandDescription, describeCommands } from "../../engine/index.ts";
import { paragraph } from "./paragraph.ts";

const WIDTH = 80;

const FLAGS = [
  ["--json, --raw", "answer as JSON, which is the default where no person reads"],
  ["--pick <path>", "only this field of the answer, for example phases[0].name"],
  ["--default <value>", "with --pick: what to print when the field is absent"],
  ["--cwd <dir>", "start looking for the project here"],
  ["--project-dir <dir>", "take this folder as the project"],
  ["--json-errors", "errors as one line of JSON on stderr"],
  ["--exit-contract=v2", "exit code 80 where an answer says that something is missing"],
] as const;

const OWN_COMMANDS: readonly CommandDescription[] = [
  {
    family: "doctor",
    name: "",
    summary: "Check the project, the loaded copies and the plugin files; --live starts the hosts found here.",
    audience: "both",
    usage: "doctor [--live]",
  },
  { family: "help", name: "", summary: "This list, or that of one family.", audience: "both", usage: "help [family]" },
];

/** The commands grouped by family, or those of one family; null when there is no such family. */
export async function helpText(version: string, family?: string): Promise<string | null> {
  const commands = [...(await describeCommands()), ...OWN_COMMANDS];
  const families = [...new Set(commands.map((command) => command.family))];
  if (family !== undefined && !families.includes(family)) return null;
  const shown = family === undefined ? families : [family];
  const listed = commands.filter((command) => shown.includes(command.family));
  const width = Math.max(...listed.map(({ usage }) => usage.length), ...FLAGS.map(([flag]) => flag.length));
  const groups = shown.map((name) =>
    commands
      .filter((command) => command.family === name)
      .map(({ usage, summary, audience }) =>
        row(usage, audience === "person" ? `${summary} (persons only)` : summary, width),
      )
      .join("\n"),
  );
  return [
    `loopwright ${version}`,
    "Usage: loopwright <family> <command> [arguments] [flags]",
    ...groups,
    `Flags, anywhere on the line:\n${FLAGS.map(([flag, summary]) => row(flag, summary, width)).join("\n")}`,
  ].join("\n\n");
}

/** Two columns that fit in 80 characters together. */
function row(left: string, right: string, width: number): string {
  const [first = "", ...others] = paragraph(right, WIDTH - width - 4);
  return [`  ${left.padEnd(width)}  ${first}`, ...others.map((line) => " ".repeat(width + 4) + line)].join("\n");
}
