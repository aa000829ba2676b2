import type { JsonObject } from "../json.ts";

/** Splits a line into words; a word may be quoted. Nothing is expanded. */
export function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

/**
 * Turns words into the input of a command: positions by their names, `--some-flag value` and `--some-flag=value` as
 * `someFlag`, a flag without a value and every switch as true. Words beyond the named positions are joined to the last
 * one.
 */
export function readCommandLine(
  words: readonly string[],
  positionals: readonly string[],
  switches: readonly string[] = [],
): JsonObject {
  const { parseArgs } = process.getBuiltinModule("node:util");
  const { tokens } = parseArgs({ args: [...words], strict: false, tokens: true });
  const input: Record<string, string | boolean> = {};
  const plain: string[] = [];
  const taken = new Set<number>();
  for (const token of tokens) {
    if (token.kind === "positional" && !taken.has(token.index)) plain.push(token.value);
    if (token.kind !== "option") continue;
    const following = tokens.find((other) => other.index === token.index + 1);
    const name = camel(token.name);
    const takesNext = token.value === undefined && following?.kind === "positional" && !switches.includes(name);
    if (takesNext) taken.add(following.index);
    input[name] = token.value ?? (takesNext ? following.value : true);
  }
  positionals.forEach((name, index) => {
    const last = index === positionals.length - 1;
    const value = last ? plain.slice(index).join(" ") : plain[index];
    if (value !== undefined && value !== "") input[name] = value;
  });
  return input;
}

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
