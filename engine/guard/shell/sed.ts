import { has, readOptions, valuesOf } from "./options.ts";
import { overwritten, read, type WordUse } from "./word-use.ts";

/** The files that `sed` names, also those in its own commands. */
export function sed(args: readonly string[]): readonly WordUse[] {
  const inPlace = args.some((arg) => /^-[nErsz]*i|^--in-place/.test(arg));
  const options = readOptions(
    args.filter((arg) => !/^-i.+/.test(arg)),
    "e f expression file",
  );
  const scripts = valuesOf(options, "-e", "--expression");
  const scriptGiven = scripts.length > 0 || has(options, "-f", "--file");
  const files = options.operands.slice(scriptGiven ? 0 : 1);
  const all = scriptGiven ? scripts : options.operands.slice(0, 1);
  const keeps = !has(options, "-n") && all.length > 0 && all.every(isKeeping);
  const use = !inPlace ? "read" : keeps ? "write" : "overwrite";
  return [
    ...files.map((text): WordUse => ({ text, use })),
    ...all.flatMap(filesIn),
    ...valuesOf(options, "-f", "--file").map(read),
  ];
}

const FILE_COMMAND = /(?:^|[^A-Za-z\\]|\/[gpiIm]*)([rRwW])\s+([^\s;}]+)/g;

function filesIn(script: string): readonly WordUse[] {
  return [...script.matchAll(FILE_COMMAND)].map(([, command = "", file = ""]) =>
    command.toLowerCase() === "w" ? overwritten(file) : read(file),
  );
}

const SUBSTITUTION = /^(?:\d+,?\d*)?\s*s(.)((?:\\.|(?!\1).)*)\1((?:\\.|(?!\1).)*)\1[gip0-9]*$/s;

/**
 * Whether all that a script does is to put one thing for another. A pattern that may match anything is no such thing,
 * nor is one that takes the rest of a line away.
 */
function isKeeping(script: string): boolean {
  return script.split(/;\s*(?=s)/).every((part) => {
    const [, , pattern, replacement] = SUBSTITUTION.exec(part.trim()) ?? [];
    if (pattern === undefined || replacement === undefined) return false;
    if (/&|\\\d/.test(replacement)) return true;
    const plain = pattern.replaceAll(/\\[^dswDSW+?|(){}]/g, "x");
    if (!/[.*[]|\\[+?dswDSW]/.test(plain)) return true;
    const literal = plain.replaceAll(/\[[^\]]*\]|\\.|[.*^$+?]/g, "");
    return literal.length >= 3 && replacement.trim() !== "";
  });
}
