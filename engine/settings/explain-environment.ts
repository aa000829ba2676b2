import type { ProjectContext } from "../loop/context.ts";
import type { Explained } from "./explained.ts";
import { PLUGIN_OPTIONS, type PluginOption } from "./plugin-options.ts";
import { schemaFor, wordsFor } from "./shape-words.ts";
import { VARIABLES, type Variable } from "./variables.ts";

/** Every variable that counts, with what is set in this process. */
export function explainVariables({ env }: ProjectContext): readonly Explained[] {
  return Object.entries(VARIABLES).map(([name, variable]) => explainVariable(name, variable, env[name] ?? ""));
}

function explainVariable(key: string, { says, takes, otherwise, fits, secret }: Variable, text: string): Explained {
  const isTaken = text !== "" && (fits?.(text) ?? true);
  const shown = secret === true && text !== "" ? "[REDACTED]" : text;
  return {
    key,
    owner: "environment",
    says,
    takes,
    schema: null,
    setBy: "whoever starts the process",
    default: null,
    defaultSays: otherwise,
    value: isTaken ? shown : null,
    source: isTaken ? "environment" : "default",
    words: [
      {
        where: "environment",
        key,
        written: text === "" ? null : shown,
        taken: isTaken ? shown : null,
        problems: text === "" || isTaken ? [] : [`takes ${takes}, not ${JSON.stringify(shown)}`],
      },
    ],
  };
}

/** The plugin's options, which only the host knows. */
export function explainOptions(): readonly Explained[] {
  return Object.entries<PluginOption>(PLUGIN_OPTIONS).map(([name, { says, takes, fallback }]) => ({
    key: name,
    owner: "plugin option",
    says,
    takes: wordsFor(takes),
    schema: schemaFor(takes),
    setBy: 'you, in opencode.json: "plugin": [["loopwright", { … }]]',
    default: fallback,
    defaultSays: null,
    value: null,
    source: "not seen from here",
    words: [],
  }));
}
