import { fieldsOf } from "./case.ts";
import { atMost, type Checker, eachField, equal } from "./checker.ts";

/** Which of several copies of the plugin is at work, and what is said about the others. */
export const copyCheckers: Readonly<Record<string, Checker>> = {
  active: (wanted, { inits }) => {
    const found = Object.fromEntries(
      [...inits].map(([label, hooks]) => [label, Object.keys(fieldsOf(hooks)).length > 0]),
    );
    return equal("who is active", found, wanted);
  },
  /** The expectation is a sentence: an object without hooks and tools. */
  inactive_copy_returns: (_wanted, { inits }) =>
    [...inits].flatMap(([label, hooks]) =>
      typeof hooks === "object" && hooks !== null ? [] : [`${label} gave the host ${String(hooks)}`],
    ),
  log: (wanted, { client, copies }) =>
    eachField(fieldsOf(wanted), {
      mentions_both_versions: (value) =>
        equal(
          "whether a log line names all versions",
          client.logs.some(({ message }) => copies.every(({ version }) => message.includes(version))),
          value,
        ),
      lines_at_most: (limit) => atMost("the number of log lines", client.logs.length, limit),
    }),
};
