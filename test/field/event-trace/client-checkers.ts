import { fieldsOf } from "./case.ts";
import { atMost, type Checker, contains, eachField, equal, strings } from "./checker.ts";
import type { Trace } from "./trace.ts";

/** What the plugin asked of the host: prompts, notices, log lines, and how long the host was kept waiting. */
export const clientCheckers: Readonly<Record<string, Checker>> = {
  prompts: (wanted, trace) => (Array.isArray(wanted) ? wanted.flatMap((one) => checkPrompts(one, trace)) : []),
  prompts_total: (wanted, { client }) => equal("the number of prompts", client.prompts.length, wanted),
  prompts_total_at_most: (wanted, { client }) => atMost("the number of prompts", client.prompts.length, wanted),
  stop_notice: (wanted, { client }) =>
    eachField(fieldsOf(wanted), {
      count: (count) => equal("the number of notices", client.toasts.length, count),
      text_contains_any: (words) =>
        client.toasts.every((text) => strings(words).some((word) => text.includes(word)))
          ? []
          : [`a notice says none of ${strings(words)}: ${client.toasts}`],
    }),
  log_at_most: (wanted, { client }) =>
    eachField(fieldsOf(wanted), {
      warn_or_error: (limit) => {
        const lines = client.logs.filter(({ level }) => level === "warn" || level === "error");
        return atMost(
          `the number of warnings and errors (${lines.map(({ message }) => message)})`,
          lines.length,
          limit,
        );
      },
    }),
  handlers_settle_within_ms: (wanted, { handlers }) =>
    handlers.flatMap(({ settledAfter }) => atMost("the time of a handler", settledAfter, wanted)),
  resolves_within_ms: (wanted, trace) =>
    Object.entries(fieldsOf(wanted)).flatMap(([label, limit]) =>
      atMost(`the time of ${label}`, trace.hook(label).settledAfter, limit),
    ),
  resolved_within_ms: (wanted, { initTook }) => atMost("the time of init", initTook, wanted),
  /** Nothing that was not called can be awaited. */
  client_calls_awaited: (wanted, { callsDuringInit }) =>
    atMost("client calls before init returned", callsDuringInit, wanted),
  /** The test runner itself fails a test in which a rejection goes unhandled. */
  unhandled_rejections: (wanted) => equal("the number of unhandled rejections", 0, wanted),
};

function checkPrompts(wanted: unknown, { client }: Trace): readonly string[] {
  const { sessionID, ...fields } = fieldsOf(wanted);
  const sent = client.prompts.filter(({ session }) => session === sessionID);
  return eachField(fields, {
    count: (count) => equal(`the number of prompts to ${sessionID}`, sent.length, count),
    text_contains: (words) => sent.flatMap(({ text }) => contains(`a prompt to ${sessionID}`, text, words)),
  });
}
