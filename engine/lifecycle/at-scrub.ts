import { basename, dirname, relative, resolve, sep } from "node:path";
import { type Concern, NOTHING } from "../concern.ts";
import { replaceFile } from "../file/atomic-write.ts";
import { isInside } from "../file/is-inside.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";
import { scrub, scrubPolicyOf } from "../run/scrub.ts";
import { appendSecurityEvent } from "../run/security-event.ts";
import { gateOfFile } from "./gate-outcome.ts";
import { quarantine } from "./quarantine.ts";
import { textOf, writtenFiles } from "./written-files.ts";

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
  if ([".guild", ".planning"].some((home) => isInside(resolve(context.root, home, "wiki"), file))) return true;
  const run = context.runs.last();
  if (run === null) return false;
  const isReport = dirname(file) === run.folder && gateOfFile(basename(file)) !== null;
  return (
    isReport ||
    ["handoffs", "review", "learning", "learnings"].some((name) => isInside(`${run.folder}${sep}${name}`, file))
  );
}

function scrubFile(file: string, context: ProjectContext): readonly Reaction[] {
  const text = textOf(file);
  if (text === null || !isInside(context.root, file)) return NOTHING;
  const scrubbed = scrub(text, scrubPolicyOf(context.setting));
  if (!scrubbed.ok) return [takenAway(file, context)];
  if (scrubbed.clean !== text) replaceFile(context.root, relative(context.root, file), scrubbed.clean);
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
