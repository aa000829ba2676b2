import type { ParameterExpansionPart, Word } from "unbash";
import { ANY, hasUnknown, isLiteral, patternOf } from "./text.ts";

interface Around {
  operand(word: Word | undefined): readonly string[];
  named(name: string): readonly string[];
}

/** The values of `${name…}`; what is not worked out here is unknown. */
export function parameterValues(
  part: ParameterExpansionPart,
  own: readonly string[],
  around: Around,
): readonly string[] {
  if (part.prefix === "#") return [ANY];
  const values = part.prefix === "!" ? own.flatMap((name) => (isLiteral(name) ? around.named(name) : [ANY])) : own;
  const { operation } = part;
  switch (operation?.type) {
    case undefined:
      return values;
    case "Default": {
      const others = around.operand(operation.operand);
      if (operation.operator.includes("?")) return values;
      if (operation.operator.includes("+")) return [...others, ""];
      return [...values.filter((value) => !hasUnknown(value)), ...others, ...values.filter(hasUnknown)];
    }
    case "Remove":
      return each(values, around.operand(operation.operand), (value, pattern) =>
        removed(value, pattern, operation.operator),
      );
    case "Replace": {
      const replacements = around.operand(operation.replacement);
      return each(values, around.operand(operation.pattern), (value, pattern) =>
        isLiteral(pattern) ? replaced(value, pattern, replacements[0] ?? "", operation.operator) : ANY,
      );
    }
    case "Slice":
      return each(values, around.operand(operation.offset), (value, offset) =>
        sliced(value, offset, operation, around),
      );
    case "CaseModification":
      return values.map((value) => recased(value, operation.operator));
    default:
      return [ANY];
  }
}

function each(
  values: readonly string[],
  operands: readonly string[],
  make: (value: string, operand: string) => string,
): readonly string[] {
  return values.flatMap((value) => operands.map((operand) => (isLiteral(value) ? make(value, operand) : ANY)));
}

function removed(value: string, pattern: string, operator: "#" | "##" | "%" | "%%"): string {
  if (hasUnknown(pattern)) return ANY;
  const expression = patternOf(pattern.replaceAll("*", "\ue000"));
  const cuts = Array.from({ length: value.length + 1 }, (_, index) => index);
  const fromStart = operator.startsWith("#");
  const isGreedy = operator.length === 2;
  const order = fromStart === isGreedy ? cuts.reverse() : cuts;
  for (const cut of order) {
    const part = fromStart ? value.slice(0, cut) : value.slice(cut);
    if (expression.test(part)) return fromStart ? value.slice(cut) : value.slice(0, cut);
  }
  return value;
}

function replaced(value: string, pattern: string, replacement: string, operator: "/" | "//" | "/#" | "/%"): string {
  switch (operator) {
    case "/":
      return value.replace(pattern, () => replacement);
    case "//":
      return value.replaceAll(pattern, () => replacement);
    case "/#":
      return value.startsWith(pattern) ? replacement + value.slice(pattern.length) : value;
    case "/%":
      return value.endsWith(pattern) ? value.slice(0, value.length - pattern.length) + replacement : value;
  }
}

function sliced(value: string, offset: string, operation: { length: Word | undefined }, around: Around): string {
  const start = Number(offset);
  const length = operation.length === undefined ? value.length : Number(around.operand(operation.length)[0]);
  if (!Number.isInteger(start) || !Number.isInteger(length)) return ANY;
  const from = start < 0 ? value.length + start : start;
  return length < 0 ? value.slice(from, value.length + length) : value.slice(from, from + length);
}

function recased(value: string, operator: "^" | "^^" | "," | ",,"): string {
  const change = (text: string) => (operator.startsWith("^") ? text.toUpperCase() : text.toLowerCase());
  return operator.length === 2 ? change(value) : change(value.slice(0, 1)) + value.slice(1);
}
