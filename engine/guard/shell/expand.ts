import { dirname } from "node:path";
import type { ParameterExpansionPart, ParsedScript, Word, WordPart } from "unbash";
import { parameterValues } from "./parameter.ts";
import { forEachSubstitution, parseShell } from "./parse.ts";
import type { ShellState } from "./state.ts";
import { ANY, ONE, SPLIT, STAR } from "./text.ts";

export interface Substitution {
  readonly script: ParsedScript | undefined;
  readonly text: string;
}

export interface Expansion {
  readonly state: ShellState;
  /** What a script inside of a word prints, or null. It is read as a script of its own first. */
  substitute(part: Substitution): string | null;
  /** The value of a name that the script has not set. */
  outer(name: string): readonly string[] | undefined;
}

const MOST_WORDS = 48;

/** The words that one word of a script becomes, as far as that can be told. Every alternative is one of them. */
export function expandWord(word: Word | undefined, expansion: Expansion): readonly string[] {
  if (word === undefined) return [];
  const brace = word.parts?.find((part) => part.type === "BraceExpansion");
  if (brace) return expandBrace(word, brace.pos, brace.end, expansion);
  if (word.parts === undefined) return tilde(word.value, word.text, expansion);
  return texts(word.parts, expansion, false)
    .flatMap((text) => text.split(SPLIT))
    .filter((text, _, all) => text !== "" || all.length === 1)
    .slice(0, MOST_WORDS);
}

/** As in an assignment or between quotes: one text for each alternative, never several words. */
export function expandText(word: Word | undefined, expansion: Expansion): readonly string[] {
  if (word === undefined) return [""];
  if (word.parts === undefined) return tilde(word.value, word.text, expansion);
  return texts(word.parts, expansion, true);
}

/** `~` itself is left to whoever resolves paths; a quoted one is a name. */
function tilde(value: string, raw: string, { state, outer }: Expansion): readonly string[] {
  if (!value.startsWith("~")) return [value];
  if (!raw.startsWith("~")) return [`./${value}`];
  const [, user = "", rest = ""] = /^~([^/]*)(.*)$/s.exec(value) ?? [];
  if (user === "") return [value];
  if (user === "+") return state.folders.map((folder) => folder + rest);
  if (user === "-") return (state.previous.length > 0 ? state.previous : state.folders).map((folder) => folder + rest);
  if (user === "root") return [`/root${rest}`];
  return (outer("HOME") ?? []).map((home) => `${dirname(home)}/${user}${rest}`);
}

function texts(parts: readonly WordPart[], expansion: Expansion, quoted: boolean): readonly string[] {
  let made: readonly string[] = [""];
  for (const part of parts) {
    const next = textsOf(part, expansion, quoted);
    made = made.slice(0, MOST_WORDS).flatMap((before) => next.slice(0, MOST_WORDS).map((after) => before + after));
    if (made.length > MOST_WORDS) made = made.slice(0, MOST_WORDS);
  }
  return made;
}

function textsOf(part: WordPart, expansion: Expansion, quoted: boolean): readonly string[] {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [part.value];
    case "DoubleQuoted":
    case "LocaleString":
      return texts(part.parts, expansion, true);
    case "Glob":
      if (quoted) return [part.text];
      return [part.kind === "star" ? STAR : ONE];
    case "ExtendedGlob":
      return [STAR];
    case "BraceExpansion":
      return [part.text];
    case "ArithmeticExpansion":
      forEachSubstitution(part, (inner) => expansion.substitute(inner));
      return [ANY];
    case "ProcessSubstitution":
      return [printedBehind(part, expansion)];
    case "CommandExpansion":
      return split([expansion.substitute(part) ?? ANY], quoted);
    case "SimpleExpansion":
      return split(valuesOf(part.text.slice(1), expansion), quoted);
    case "ParameterExpansion":
      return split(ofParameter(part, expansion), quoted);
  }
}

/** The name under which a program finds what another one prints. */
function printedBehind(part: Substitution, { state, substitute }: Expansion): string {
  const name = `/dev/fd/${63 - state.printed.size}`;
  state.printed.set(name, substitute(part));
  return name;
}

function ofParameter(part: ParameterExpansionPart, expansion: Expansion): readonly string[] {
  const told = new Set<Substitution>();
  const noting: Expansion = {
    ...expansion,
    substitute(inner) {
      told.add(inner);
      return expansion.substitute(inner);
    },
  };
  const own = valuesOf(part.parameter, expansion);
  const values = parameterValues(part, own, {
    operand: (word) => expandText(word, noting),
    named: (name) => valuesOf(name, expansion),
  });
  // What runs inside of a part whose value does not count runs nevertheless.
  if (/[`(]/.test(part.text))
    forEachSubstitution(part, (inner) => {
      if (!told.has(inner)) expansion.substitute(inner);
    });
  if (part.operation?.type === "Transform") for (const text of own) promptText(text, expansion);
  return values;
}

/** `${name@P}` expands what is in the value once more. */
function promptText(text: string, expansion: Expansion): void {
  if (/[`$]/.test(text)) expansion.substitute({ script: parseShell(`: "${text}"`), text });
}

function valuesOf(name: string, { state, outer }: Expansion): readonly string[] {
  return state.variables.get(name) ?? outer(name) ?? [ANY];
}

/** Without quotes, blanks inside a value part words; line ends at the end of an output vanish. */
function split(values: readonly string[], quoted: boolean): readonly string[] {
  if (quoted) return values.map((value) => value.replaceAll(SPLIT, " ").replace(/\n+$/, ""));
  return values.map((value) => value.trim().replaceAll(/\s+/g, SPLIT).replaceAll("*", STAR).replaceAll("?", ONE));
}

const MOST_RANGE = 16;

/** Braces are spread over the text before anything else, so each result is read anew. */
function expandBrace(word: Word, pos: number, end: number, expansion: Expansion): readonly string[] {
  const [from, to] = [pos - word.pos, end - word.pos];
  const before = word.text.slice(0, from);
  const after = word.text.slice(to);
  return alternatives(word.text.slice(from + 1, to - 1))
    .flatMap((inner) => {
      const command = parseShell(`: ${before}${inner}${after}`).commands[0]?.command;
      if (command?.type !== "Command") return [ANY];
      return command.suffix.flatMap((part) => (part.type === "Word" ? expandWord(part, expansion) : []));
    })
    .slice(0, MOST_WORDS);
}

function alternatives(inner: string): readonly string[] {
  const range = /^(\w+)\.\.(\w+)(?:\.\.\d+)?$/.exec(inner);
  if (range?.[1] && range[2]) return rangeOf(range[1], range[2]);
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < inner.length; at++) {
    const character = inner[at];
    if (character === "\\") at++;
    else if (character === "{") depth++;
    else if (character === "}") depth--;
    else if (character === "," && depth === 0) {
      parts.push(inner.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, inner.slice(start)];
}

function rangeOf(from: string, to: string): readonly string[] {
  const isNumber = /^\d+$/.test(from) && /^\d+$/.test(to);
  const [first, last] = isNumber ? [Number(from), Number(to)] : [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
  const count = Math.min(Math.abs(last - first) + 1, MOST_RANGE);
  const step = last >= first ? 1 : -1;
  return Array.from({ length: count }, (_, index) => {
    const value = first + index * step;
    return isNumber ? String(value) : String.fromCodePoint(value);
  });
}
