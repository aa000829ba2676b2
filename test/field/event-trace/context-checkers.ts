import { ENGINE_MARK } from "../../../engine/index.ts";
import { type Fields, fieldsOf } from "./case.ts";
import { type Checker, contains, eachField, equal, lacks } from "./checker.ts";
import type { Trace } from "./trace.ts";

/** What hooks added for the model, and what they left in their output. */
export const contextCheckers: Readonly<Record<string, Checker>> = {
  context: (wanted, trace) =>
    Object.entries(fieldsOf(wanted)).flatMap(([label, fields]) => checkContext(label, fieldsOf(fields), trace)),
  output: (wanted, trace) =>
    Object.entries(fieldsOf(wanted)).flatMap(([label, fields]) =>
      Object.entries(fieldsOf(fields)).flatMap(([name, value]) =>
        equal(`${name} of ${label}`, trace.hook(label).output[name], value),
      ),
    ),
};

function checkContext(label: string, wanted: Fields, trace: Trace): readonly string[] {
  const { output, error } = trace.hook(label);
  const entries = trace.texts(label, "context");
  const joined = entries.join("\n");
  const failed = error === null || wanted.throws === true ? [] : [`${label} throws: ${error}`];
  return [
    ...failed,
    ...eachField(wanted, {
      first_entry: (text) => equal(`the first entry of ${label}`, entries[0], text),
      joined_contains: (words) => contains(label, joined, words),
      joined_not_contains: (words) => lacks(label, joined, words),
      prompt: (value) => equal(`the prompt of ${label}`, String(output.prompt), value),
      throws: (value) => equal(`whether ${label} throws`, error !== null, value),
      capsules: (count) =>
        equal(
          `the number of capsules in ${label}`,
          entries.filter((text) => text.startsWith(ENGINE_MARK)).length,
          count,
        ),
    }),
  ];
}
