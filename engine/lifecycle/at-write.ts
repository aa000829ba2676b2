import { existsSync, lstatSync, readFileSync } from "node:fs";
import { basename, dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { type Concern, NOTHING } from "../concern.ts";
import type { EventOf } from "../event.ts";
import { replaceFile } from "../file/atomic-write.ts";
import { readToolCall } from "../guard/tool-call.ts";
import { isJsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";
import { parseHeader, withHeaderEntry } from "../run/run-header.ts";
import { scrub, scrubPolicyOf } from "../run/scrub.ts";
import { appendSecurityEvent } from "../run/security-event.ts";
import { gateOfFile, outcomeOf } from "./gate-outcome.ts";
import { isReceipt, readHandoff } from "./handoff.ts";
import { quarantine } from "./quarantine.ts";
import { isBlocking, isOn } from "./settings.ts";

/** Files that a finished call has written, as absolute paths. */
function writtenFiles(event: EventOf<"tool.after">, context: ProjectContext): readonly string[] {
  if (event.outcome !== "ok" || !event.args) return [];
  const call = readToolCall(event.tool, event.args);
  if (call.kind !== "paths" || call.of !== "write" || !context.runs.last()) return [];
  return call.uses.filter(({ use }) => use === "write").map(({ path }) => resolve(context.root, path));
}

function textOf(file: string): string | null {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8") : null;
}

function lies(file: string, folder: string): boolean {
  const inside = relative(folder, file);
  return inside !== "" && !inside.startsWith("..") && !isAbsolute(inside);
}

/** Cleans what a tool has written where files stay: wiki pages, receipts and reports. */
export const scrubAfterWrite: Concern<"tool.after"> = {
  name: "scrub",
  posture: "advice",
  react(event, context) {
    return writtenFiles(event, context)
      .filter((file) => isKept(file, context))
      .flatMap((file) => scrubFile(file, context));
  },
};

function isKept(file: string, context: ProjectContext): boolean {
  if (lies(file, resolve(context.root, ".guild", "wiki"))) return true;
  const run = context.runs.last();
  if (run === null) return false;
  const isReport = dirname(file) === run.folder && gateOfFile(basename(file)) !== null;
  return isReport || ["handoffs", "review", "learnings"].some((name) => lies(file, `${run.folder}${sep}${name}`));
}

function scrubFile(file: string, context: ProjectContext): readonly Reaction[] {
  const text = textOf(file);
  if (text === null || !lies(file, context.root)) return NOTHING;
  const scrubbed = scrub(text, scrubPolicyOf(context.guildSetting));
  if (!scrubbed.ok) return [takenAway(file, context)];
  if (scrubbed.text !== text) replaceFile(context.root, relative(context.root, file), scrubbed.text);
  return NOTHING;
}

function takenAway(file: string, context: ProjectContext): Reaction {
  const reason = "a pattern of secrets_policy.redaction_patterns is no regular expression";
  const name = basename(file);
  const outcome = quarantine(file);
  const run = context.runs.last();
  if (run) {
    const at = new Date(context.now()).toISOString();
    const detail = `${name} (${outcome}): ${reason}`;
    const event = { ts: at, run_id: run.id, event_type: "secret_scrub_blocked", tool: "write", detail } as const;
    appendSecurityEvent(run.folder, { ...event, decision: "blocked", host: context.host });
  }
  return outcome === "still there"
    ? { type: "notify", level: "error", text: `${name} may hold credentials and could not be taken away: ${reason}.` }
    : {
        type: "notify",
        level: "warning",
        text: `${name} is ${outcome === "renamed" ? "quarantined" : outcome}: ${reason}.`,
      };
}

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
