import { fieldsOf } from "./case.ts";
import { atMost, type Checker, eachField, equal, lacks, strings } from "./checker.ts";
import type { HookRecord, Trace } from "./trace.ts";

const CLOCK = /\b\d{4}-\d\d-\d\d(?:T|\b)|\b\d{1,2}:\d\d\b|\b1[67]\d{8}(?:\d{3})?\b/;
const SESSION = /\bses_\w+/;

/** Text for the model stays the same, byte for byte, while the state does. */
export const stabilityCheckers: Readonly<Record<string, Checker>> = {
  byte_equal: (wanted, trace) =>
    (Array.isArray(wanted) ? wanted : []).flatMap((group) => {
      const [first = "", ...others] = strings(group);
      return others.flatMap((label) => equal(`the text of ${label}`, textOf(label, trace), textOf(first, trace)));
    }),
  kept_in_order: (wanted, trace) =>
    systemHooks(trace).flatMap(({ label, before }) => {
      const kept = strings(wanted).filter((text) => strings(before.system).includes(text));
      const found = trace.texts(label, "system").filter((text) => kept.includes(text));
      return equal(`the order in ${label}`, found, kept);
    }),
  added_entries_at_most: (wanted, trace) =>
    systemHooks(trace).flatMap((hook) =>
      atMost(`the number of entries added in ${hook.label}`, added(hook).length, wanted),
    ),
  added_chars_at_most: (wanted, trace) =>
    systemHooks(trace).flatMap((hook) =>
      atMost(`the length of what ${hook.label} adds`, added(hook).join("").length, wanted),
    ),
  no_clock_in_text: (wanted, trace) =>
    equal("whether no text shows a time", !everyText(trace).some((text) => CLOCK.test(text)), wanted),
  no_session_id_in_text: (wanted, trace) =>
    equal("whether no text names a session", !everyText(trace).some((text) => SESSION.test(text)), wanted),
  child: (wanted, trace) =>
    eachField(fieldsOf(wanted), {
      not_contains: (words) => lacks("what the child reads", trace.texts("child", "system").join("\n"), words),
    }),
};

/** Counts files that were read at least once between two labels, for each label on the way. */
export function checkDiskReads(from: string, to: string, limit: number, { filesRead }: Trace): readonly string[] {
  const labels = [...filesRead.keys()];
  const span = labels.slice(labels.indexOf(from) + 1, labels.indexOf(to) + 1);
  const reads = span.flatMap((label) => filesRead.get(label) ?? []);
  return atMost(`the number of reads (${reads})`, reads.length, limit);
}

function systemHooks({ hooks }: Trace): readonly HookRecord[] {
  return hooks.filter(({ output }) => Array.isArray(output.system));
}

function added({ before, output }: HookRecord): readonly string[] {
  const known = strings(before.system);
  return strings(output.system).filter((text) => !known.includes(text));
}

function everyText(trace: Trace): readonly string[] {
  return [...systemHooks(trace).flatMap(added), ...trace.tools.values()];
}

function textOf(label: string, trace: Trace): string {
  return trace.tools.get(label) ?? trace.texts(label, "system").join("\n");
}
