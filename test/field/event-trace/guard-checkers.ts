import { fieldsOf } from "./case.ts";
import { atMost, type Checker, eachField, equal, strings } from "./checker.ts";
import type { HookRecord, Trace } from "./trace.ts";

/** What the tool guard stops and what it lets pass. The rules of a case's `policy` are built into the product. */
export const guardCheckers: Readonly<Record<string, Checker>> = {
  throws: (wanted, trace) =>
    Object.entries(fieldsOf(wanted)).flatMap(([label, fields]) => checkRefusal(label, fieldsOf(fields), trace)),
  allowed: (wanted, trace) =>
    strings(wanted).flatMap((label) => {
      const { error } = trace.hook(label);
      return error === null ? [] : [`${label} is refused: ${error}`];
    }),
  args_unchanged_on_allow: (_wanted, { hooks }) =>
    hooks
      .filter(({ error }) => error === null)
      .flatMap(({ label, before, output }) => equal(`the output of ${label}`, output, before)),
  /** Linux only: elsewhere nothing tells of a child that ended. */
  child_processes: (wanted, { startedChild }) =>
    startedChild === null ? [] : equal("whether a child process was started", startedChild, wanted !== 0),
  p95_ms_per_call: (wanted, { hooks }) => atMost("the 95th percentile of a call", percentile(hooks, 0.95), wanted),
};

function checkRefusal(label: string, wanted: Readonly<Record<string, unknown>>, trace: Trace): readonly string[] {
  const hook = trace.hook(label);
  if (hook.error === null) return [`${label} is let pass`];
  const { error } = hook;
  return eachField(wanted, {
    message_names_path: (value) => equal(`whether ${label} names its path (${error})`, namesPath(hook, error), value),
    message_says_what_to_do: (value) =>
      equal(`whether ${label} says what to do (${error})`, saysWhatToDo(error), value),
  });
}

/** A path as the call itself named it, in an argument or in a line of a patch. */
function namesPath({ before }: HookRecord, message: string): boolean {
  const paths = Object.values(fieldsOf(before.args))
    .flatMap((text) => String(text).split(/\n|^\*\*\* [A-Za-z ]+: /m))
    .filter((text) => text.includes(".env") || text.includes(".planning/") || text.includes("notes/"));
  return paths.some((path) => message.includes(path));
}

/** After the reason comes a sentence in the imperative. */
function saysWhatToDo(message: string): boolean {
  return /\. (?:Ask|Call|Edit|Leave|Read|Use|Work|Write) /.test(message);
}

function percentile(hooks: readonly HookRecord[], share: number): number {
  const sorted = hooks.map(({ took }) => took).sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
