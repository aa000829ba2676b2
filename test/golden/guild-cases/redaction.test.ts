import { describe, expect, test } from "bun:test";
import { labelSecrets } from "../../../engine/run/labelled-secrets.ts";
import { redact } from "../../../engine/run/redact.ts";
import { guildCases, joined } from "./cases.ts";

interface RedactionCase {
  readonly id: string;
  readonly parts: readonly string[];
  readonly expected: string;
}

interface LogFields {
  readonly cases: readonly RedactionCase[];
  readonly v3_only: readonly RedactionCase[];
  readonly truncation: {
    readonly input: { readonly repeat: string; readonly times: number };
    readonly expected_length: number;
    readonly expected_suffix: string;
  };
}

interface SharedOutput {
  readonly cases: readonly (RedactionCase & {
    readonly labels: readonly string[];
    readonly operator_patterns?: readonly string[];
  })[];
}

const log = guildCases<LogFields>("redaction/log-fields.json");
const shared = guildCases<SharedOutput>("redaction/shared-output.json");

describe("a field of the log", () => {
  test.each([...log.cases, ...log.v3_only].map((one) => [one.id, one] as const))("%s", (_id, { parts, expected }) => {
    expect(redact(joined(parts))).toBe(expected);
    expect(redact(expected)).toBe(expected);
  });

  test("is cut at its limit, with a word about it", () => {
    const { input, expected_length: length, expected_suffix: suffix } = log.truncation;
    const cut = redact(input.repeat.repeat(input.times));
    expect(cut).toHaveLength(length);
    expect(cut.endsWith(suffix)).toBe(true);
  });
});

describe("a text for others", () => {
  test.each(shared.cases.map((one) => [one.id, one] as const))("%s", (_id, one) => {
    const found = labelSecrets(joined(one.parts), one.operator_patterns);
    expect(found).toEqual({ text: one.expected, labels: [...one.labels] });
    expect(labelSecrets(found.text, one.operator_patterns).text).toBe(found.text);
  });
});
