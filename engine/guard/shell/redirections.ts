import type { RedirectDescriptor, Redirection, Word, WordPart } from "unbash";
import type { Flow } from "./act.ts";
import { type Expansion, expandText, expandWord } from "./expand.ts";
import { SPLIT } from "./text.ts";

export interface OpenedFile {
  readonly path: string;
  readonly use: "read" | "append" | "overwrite";
  /** Whether what the command prints lands in it. */
  readonly takesOutput: boolean;
}

/**
 * Follows the redirections of a command: what it reads after them, and the files that they open. `held` knows what a
 * file holds, where that can be told.
 */
export function followRedirections(
  redirections: readonly Redirection[],
  before: Flow,
  expansion: Expansion,
  held: (path: string) => string | null,
): { readonly input: Flow; readonly opened: readonly OpenedFile[] } {
  let input = before;
  const opened: OpenedFile[] = [];
  for (const redirection of redirections) {
    if (redirection.type === "HereDoc") input = hereDocument(redirection.body, expansion);
    else if (redirection.type === "HereString") input = expandText(redirection.target, expansion).join(" ");
    else {
      const { operator, target } = redirection;
      const [only] = target?.parts ?? [];
      if (operator === "<" && only?.type === "ProcessSubstitution") {
        input = expansion.substitute(only);
        continue;
      }
      const paths = expandWord(target, expansion);
      if (operator === "<") input = held(paths[0] ?? "");
      if (isDuplication(operator, paths)) continue;
      const use = useOf(operator);
      const takesOutput = use === "overwrite" && isStandardOutput(redirection.descriptor);
      for (const path of paths) opened.push({ path, use: operator === "<>" ? "append" : use, takesOutput });
    }
  }
  return { input, opened };
}

/** `2>&1` and its like open nothing. */
function isDuplication(operator: string, targets: readonly string[]): boolean {
  return /^[<>]&$/.test(operator) && targets.every((target) => /^(?:\d+-?|-)$/.test(target));
}

function useOf(operator: string): OpenedFile["use"] {
  if (operator.startsWith("<")) return "read";
  return operator.endsWith(">>") ? "append" : "overwrite";
}

function hereDocument(
  { text, parts }: { readonly text: string; readonly parts: readonly WordPart[] | undefined },
  expansion: Expansion,
): Flow {
  if (parts === undefined) return text;
  const word = { type: "Word", text, value: text, pos: 0, end: text.length, parts };
  return expandText(word as Word, expansion)
    .join("\n")
    .replaceAll(SPLIT, " ");
}

function isStandardOutput(descriptor: RedirectDescriptor | undefined): boolean {
  return descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 1);
}
