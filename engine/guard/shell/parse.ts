import type { ParsedScript, SyntaxNode } from "unbash";
import type { Substitution } from "./expand.ts";

type Unbash = typeof import("unbash");

let loaded: Unbash | undefined;

/** Loading the parser costs more than most of what it is asked, so it waits for the first command. */
function unbash(): Unbash {
  loaded ??= require("unbash") as Unbash;
  return loaded;
}

/** Reads a script; what it cannot make sense of is told in `errors`, and the rest is there nevertheless. */
export function parseShell(source: string): ParsedScript {
  return unbash().parse(source);
}

/** Finds the scripts inside of an expression. */
export function forEachSubstitution(node: SyntaxNode, visit: (part: Substitution) => void): void {
  unbash().forEachChild(node, (child) => {
    if (child.type === "CommandExpansion" || child.type === "ProcessSubstitution") visit(child);
    else if (child.type === "ArithmeticCommandExpansion") visit(child);
    else forEachSubstitution(child, visit);
  });
}
