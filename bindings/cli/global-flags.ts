import { parseArgs } from "node:util";

/** Flags that belong to the command line, wherever they stand on it. */
export interface GlobalFlags {
  readonly raw: boolean;
  readonly json: boolean;
  readonly jsonErrors: boolean;
  readonly help: boolean;
  readonly version: boolean;
  readonly pick: string | undefined;
  readonly default: string | undefined;
  readonly cwd: string | undefined;
  readonly projectDir: string | undefined;
  /** `v1`: an answer that says what is missing still ends with 0. `v2`: it ends with 80. */
  readonly exitContract: "v1" | "v2";
}

export interface ReadFlags {
  readonly flags: GlobalFlags;
  /** The command, without the flags. */
  readonly words: readonly string[];
  readonly problems: readonly string[];
}

const SWITCHES = ["raw", "json", "json-errors", "help", "version"];

/**
 * Takes the global flags out of a command line; everything behind `--` stays. `--default` is ours only beside `--pick`:
 * without it the command has its own use for the word.
 */
export function readGlobalFlags(argv: readonly string[]): ReadFlags {
  const picks = argv.some((word) => word === "--pick" || word.startsWith("--pick="));
  const valued = ["pick", "cwd", "project-dir", "exit-contract", ...(picks ? ["default"] : [])];
  const { values, tokens } = parseArgs({ args: [...argv], strict: false, tokens: true, options: optionsOf(valued) });
  const problems: string[] = [];
  const taken = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, index, value, inlineValue } = token;
    const isValued = valued.includes(name);
    if (!isValued && !SWITCHES.includes(name)) continue;
    taken.add(index);
    if (isValued && value !== undefined && !inlineValue) taken.add(index + 1);
    if (isValued && (value === undefined || value === "" || value.startsWith("--"))) {
      problems.push(`--${name} needs a value`);
    }
    if (!isValued && value !== undefined) problems.push(`--${name} takes no value`);
  }
  const contract = textOf(values["exit-contract"]) ?? "v1";
  if (contract !== "v1" && contract !== "v2") problems.push(`--exit-contract is v1 or v2, not ${contract}`);
  const isOn = (name: string) => values[name] === true;
  const text = (name: string) => (valued.includes(name) ? textOf(values[name]) : undefined);
  return {
    flags: {
      raw: isOn("raw"),
      json: isOn("json"),
      jsonErrors: isOn("json-errors"),
      help: isOn("help"),
      version: isOn("version"),
      pick: text("pick"),
      default: text("default"),
      cwd: text("cwd"),
      projectDir: text("project-dir"),
      exitContract: contract === "v2" ? "v2" : "v1",
    },
    words: argv.filter((_, index) => !taken.has(index)),
    problems,
  };
}

function optionsOf(valued: readonly string[]) {
  const options: Record<string, { type: "boolean" | "string"; short?: string }> = {};
  for (const name of SWITCHES) options[name] = { type: "boolean" };
  for (const name of valued) options[name] = { type: "string" };
  options.help = { type: "boolean", short: "h" };
  return options;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
