import { workTree } from "../git/work-tree.ts";
import type { Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { nextStep } from "../loop/next.ts";
import type { Outcome } from "../loop/outcome.ts";
import { asksForTree, type SmartEntry, smartEntry } from "../loop/smart-entry.ts";
import { isTabledComplete } from "../planning/is-tabled-complete.ts";
import { reportsFailure } from "../planning/reported-failure.ts";
import { nothing } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

export const smartEntryCommands: readonly CommandRow[] = [
  row({
    family: "smart-entry",
    name: "",
    summary: "Where the project is found and the one thing to do first, with alternatives.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context) => enter(context),
  }),
];

async function enter(context: ProjectContext): Promise<Outcome> {
  const snapshot = context.snapshot();
  const next = nextStep(snapshot, context.runs.state());
  const facts = {
    snapshot,
    next,
    now: context.now(),
    isTabledComplete: isTabledComplete(snapshot),
    reportsFailure: reportsFailure(snapshot),
  };
  const tree = asksForTree(facts) ? await workTree({ cwd: context.root, env: context.env }) : null;
  const entry = smartEntry({ ...facts, tree });
  return { ok: true, data: { ...entry, next: { ...next } } as unknown as Json, text: textOf(entry) };
}

function textOf({ summary, actions }: SmartEntry): string {
  const lines = actions.map(
    ({ label, command, recommended }) => `${recommended ? "→" : " "} ${label}${command === "" ? "" : `: ${command}`}`,
  );
  return [summary, "", ...lines].join("\n");
}
