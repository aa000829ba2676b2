import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { type Concern, NOTHING } from "../concern.ts";
import { isJsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";
import { parseHeader, withHeaderEntry } from "../run/run-header.ts";
import { gateOfFile, outcomeOf } from "./gate-outcome.ts";
import { isReceipt, readHandoff } from "./handoff.ts";
import { isBlocking, isOn } from "./settings.ts";
import { textOf, writtenFiles } from "./written-files.ts";

/** Says what is wrong with a receipt that was just written. */
export const receiptLint: Concern<"tool.after"> = {
  name: "handoff-lint",
  posture: "advice",
  react(event, context) {
    const files = writtenFiles(event, context);
    return files.length > 0 && isOn("handoff_lint", context) ? files.flatMap((file) => lint(file, context)) : NOTHING;
  },
};

function lint(file: string, context: ProjectContext): readonly Reaction[] {
  const text = textOf(file);
  if (text === null || !isReceipt(file, text)) return NOTHING;
  const { verdict, errors } = readHandoff(text);
  if (verdict === "ok") return NOTHING;
  const reason = `the receipt ${basename(file)} has no block that counts (${[verdict, ...errors].join(", ")})`;
  const remedy = "Write exactly one fenced block guild.handoff.v2 with its needed keys.";
  return isBlocking("handoff_lint", context)
    ? [{ type: "deny", rule: "handoff.format", reason, remedy }]
    : [{ type: "context", text: `[GUILD HANDOFF LINT] ${reason}.\n${remedy}` }];
}

/** Notes what a report in the run's own folder says about its gate. */
export const gateOutcomeAfterWrite: Concern<"tool.after"> = {
  name: "gate-outcome",
  posture: "advice",
  react(event, context) {
    for (const file of writtenFiles(event, context)) noteOutcome(file, context);
    return NOTHING;
  },
};

/** The same for what a shell has written, as far as the host tells. */
export const gateOutcomeAfterChange: Concern<"file.changed"> = {
  name: "gate-outcome",
  posture: "advice",
  react(event, context) {
    noteOutcome(resolve(context.root, event.path), context);
    return NOTHING;
  },
};

function noteOutcome(file: string, context: ProjectContext): void {
  const gate = gateOfFile(basename(file));
  const run = gate === null ? null : context.runs.current();
  if (gate === null || !run || dirname(file) !== run.folder || !existsSync(file)) return;
  const outcome = outcomeOf(gate, readFileSync(file, "utf8"));
  if (outcome === null) return;
  context.runs.editHeader(run, (text) => {
    const { gates } = parseHeader(text);
    const all = { ...(isJsonObject(gates) && gates), [gate]: { posture: "auto", outcome, codex_review: "unknown" } };
    return withHeaderEntry(text, "gates", `gates: ${JSON.stringify(all)}`);
  });
}
