import { has, type Options, readOptions, valuesOf } from "./options.ts";
import { ANY } from "./text.ts";
import { overwritten, read, type WordUse } from "./word-use.ts";

type Args = readonly string[];

export function move(args: Args): readonly WordUse[] {
  const { sources, target } = targetOf(readOptions(args, "t S suffix target-directory"));
  return [...sources.map(deleted), ...placed(sources, target)];
}

export function copy(args: Args): readonly WordUse[] {
  const options = readOptions(args, "t S m o g suffix target-directory mode owner group");
  const { sources, target } = targetOf(options);
  const isDeep = has(options, "-r", "-R", "-a", "--recursive", "--archive");
  return [...sources.map(read), ...placed(sources, target), ...(isDeep ? filled(sources, target) : [])];
}

export function link(args: Args): readonly WordUse[] {
  const { sources, target } = targetOf(readOptions(args, "t S suffix target-directory"));
  return [...sources.map(read), ...(target === undefined ? [] : [overwritten(target)])];
}

export function remote(args: Args): readonly WordUse[] {
  const options = readOptions(args, "e f i P p o F l c J exclude include rsh filter files-from exclude-from");
  const isLocal = (text: string) => !/^[^/]+:/.test(text);
  const sources = options.operands.slice(0, -1);
  const target = options.operands.at(-1);
  const local = target !== undefined && isLocal(target) ? target : undefined;
  const mirrors = options.flags.some((flag) => /^--del/.test(flag));
  return [
    ...sources.filter(isLocal).map(read),
    ...(has(options, "--remove-source-files") ? sources.filter(isLocal).map(deleted) : []),
    ...(local === undefined ? [] : [...placed(sources, local), ...filled(sources, local)]),
    ...(local !== undefined && mirrors ? [deleted(local)] : []),
  ];
}

/** Where copies go: a folder named by a flag, else the last operand. */
function targetOf(options: Options): { readonly sources: Args; readonly target: string | undefined } {
  const named = valuesOf(options, "-t", "--target-directory")[0];
  if (named !== undefined) return { sources: options.operands, target: named };
  return { sources: options.operands.slice(0, -1), target: options.operands.at(-1) };
}

function deleted(text: string): WordUse {
  return { text, use: "delete" };
}

/** A copy lands on its target, or in it when that is a folder. */
function placed(sources: Args, target: string | undefined): readonly WordUse[] {
  if (target === undefined) return [];
  const into = sources.map((source) => `${trimmed(target)}/${lastName(source)}`);
  return [
    { text: target, use: "overwrite", ...(sources[0] !== undefined && { from: sources[0] }) },
    ...into.map((text, index): WordUse => ({ text, use: "overwrite", from: sources[index] ?? "" })),
  ];
}

/** What a copied folder holds is not known here, and lands under the same names. */
function filled(sources: Args, target: string | undefined): readonly WordUse[] {
  if (target === undefined) return [];
  return sources.map((source) => {
    const isContent = /(?:^|\/)\.?$/.test(source);
    return overwritten(`${trimmed(target)}/${isContent ? "" : `${lastName(source)}/`}${ANY}`);
  });
}

function trimmed(folder: string): string {
  return folder.replace(/\/+$/, "");
}

function lastName(path: string): string {
  return path.slice(trimmed(path).lastIndexOf("/") + 1);
}
