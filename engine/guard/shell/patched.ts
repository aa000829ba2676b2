import { resolve } from "node:path";
import { readPatch } from "../patch.ts";
import type { PathUse } from "../path-use.ts";
import type { Act } from "./act.ts";
import { readGit } from "./git.ts";
import { readOptions, valuesOf } from "./options.ts";
import { isLiteral } from "./text.ts";

/** What the patches that a program applies would change; `textOf` reads one that lies in a file. */
export function patchedBy(
  { program, args, state, input }: Act,
  textOf: (path: string) => string | null,
): readonly PathUse[] {
  const words = wordsOf(program, args);
  if (words === null) return [];
  const options = readOptions(words, "p i d o r D F B V z input directory output strip exclude include");
  const files = [...valuesOf(options, "-i", "--input"), ...options.operands].filter(isLiteral);
  const read = files.flatMap((file) =>
    state.folders.map((folder) => state.files.get(resolve(folder, file)) ?? textOf(resolve(folder, file))),
  );
  const texts = [...read, ...(program === "apply_patch" ? args : []), typeof input === "string" ? input : null];
  return texts.flatMap((text) => (text === null ? [] : readPatch(text)));
}

function wordsOf(program: string, args: readonly string[]): readonly string[] | null {
  if (program === "patch" || program === "apply_patch") return args;
  if (program !== "git") return null;
  const call = readGit(args);
  return call.name === "apply" || call.name === "am" ? call.args : null;
}
