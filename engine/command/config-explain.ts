import * as z from "zod/mini";
import type { Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { type Outcome, refuse } from "../loop/outcome.ts";
import { explainAll, explainKey } from "../settings/explain.ts";
import type { Explained, SettingProblem, Word } from "../settings/explained.ts";
import { word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

export const configExplainCommands: readonly CommandRow[] = [
  row({
    family: "config",
    name: "explain",
    summary: "Every setting with its value, where that comes from and its default; or all about one of them.",
    audience: "both",
    positionals: ["key"],
    isApart: true,
    input: () => z.object({ key: z.optional(word()) }),
    run: (context, input) => (input.key === undefined ? explainEach(context) : explainOne(context, input.key)),
  }),
];

function explainEach(context: ProjectContext): Outcome {
  const { settings, problems } = explainAll(context);
  const groups = [...new Set(settings.map(groupOf))].map((group) => {
    const own = settings.filter((one) => groupOf(one) === group);
    const width = Math.max(...own.map(({ key }) => key.length));
    return [group, ...own.map((one) => cut(`  ${one.key.padEnd(width)}  ${valueLine(one)}`))].join("\n");
  });
  const told = problems.map(describeProblem);
  const text = [...groups, ...(told.length > 0 ? [told.join("\n")] : [])].join("\n\n");
  return { ok: true, data: { settings, problems } as unknown as Json, text };
}

function explainOne(context: ProjectContext, key: string): Outcome {
  const found = explainKey(context, key);
  if ("near" in found) {
    const { near } = found;
    const remedy = near.length > 0 ? `Did you mean ${near.join(", ")}?` : "`config explain` lists the settings.";
    return refuse("config_invalid_key", `${key} is no setting`, remedy, { near: [...near] });
  }
  const { settings, problems } = found;
  const text = [...settings.map(describe), ...problems.map(describeProblem)].join("\n\n");
  return { ok: true, data: { settings, problems } as unknown as Json, text };
}

const LINE = 160;

function cut(line: string): string {
  return line.length > LINE ? `${line.slice(0, LINE - 1)}…` : line;
}

/** Capabilities and the reference share the project's file. */
function groupOf({ owner }: Explained): string {
  return owner.startsWith("capability ") ? "capabilities" : owner;
}

function valueLine(explained: Explained): string {
  const { source, value } = explained;
  if (source === "default") return `${defaultOf(explained)} (default)`;
  if (source === "environment") return shown(value);
  return `${value === null ? "" : `${shown(value)} `}(${source}; default ${defaultOf(explained)})`;
}

function defaultOf({ default: fallback, defaultSays }: Explained): string {
  return fallback === null ? (defaultSays ?? "not set") : shown(fallback);
}

function describe(explained: Explained): string {
  const { key, owner, says, takes, setBy, defaultSays, words } = explained;
  const why = explained.default !== null && defaultSays !== null ? ` (${defaultSays})` : "";
  return [
    `${key} (${owner})`,
    says,
    `Takes ${takes}. Default: ${defaultOf(explained)}${why}.`,
    `Set by ${setBy}.`,
    `Here: ${valueLine(explained)}.`,
    ...words.map(describeWord),
  ].join("\n");
}

function describeWord({ where, key, written, taken, problems }: Word): string {
  if (written === null) return `  ${where}: nothing`;
  if (problems.length === 0) return `  ${where}: ${key} is ${shown(written)}`;
  const rest = taken === null ? "" : `; ${shown(taken)} is taken`;
  return `  ${where}: ${key} is ${shown(written)}, but ${problems.join("; ")}${rest}`;
}

function describeProblem({ level, sentence }: SettingProblem): string {
  return `${level === "note" ? "note" : "problem"}: ${sentence}`;
}

function shown(value: Json): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === "" ? '""' : text;
}
