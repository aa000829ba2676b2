import { has, type Options, readOptions, valuesOf } from "./options.ts";
import type { WordUse } from "./uses.ts";

export interface GitCall {
  readonly name: string;
  readonly args: readonly string[];
  /** Folder given with `-C`. */
  readonly folder: string | null;
  /** Settings given for this one call. */
  readonly settings: readonly string[];
}

const MAIN_FLAGS = "C c git-dir work-tree namespace exec-path";

/** Takes the name of git's own command, and its words, out of a call. */
export function readGit(args: readonly string[]): GitCall {
  let index = 0;
  let folder: string | null = null;
  const settings: string[] = [];
  for (; index < args.length; index++) {
    const word = args[index] ?? "";
    if (!word.startsWith("-")) break;
    if (word === "-C") folder = args[++index] ?? null;
    else if (word === "-c") settings.push(args[++index] ?? "");
    else if (MAIN_FLAGS.split(" ").includes(word.slice(2))) index++;
  }
  return { name: args[index] ?? "", args: args.slice(index + 1), folder, settings };
}

const READING: ReadonlySet<string> = new Set([
  "diff",
  "show",
  "log",
  "blame",
  "annotate",
  "cat-file",
  "difftool",
  "archive",
]);

/** The files that a git command names, with what it does to them in the work tree. */
export function gitUses(args: readonly string[]): readonly WordUse[] {
  const call = readGit(args);
  const inFolder = (text: string) => (call.folder === null || text.startsWith("/") ? text : `${call.folder}/${text}`);
  return usesOf(call).map((use) => ({ ...use, text: inFolder(use.text) }));
}

function usesOf({ name, args }: GitCall): readonly WordUse[] {
  switch (name) {
    case "add":
    case "stage":
      return as("read", readOptions(args, "chmod pathspec-from-file").operands);
    case "rm":
      return as(
        args.includes("--cached") ? "read" : "delete",
        args.includes("--cached") ? [] : readOptions(args).operands,
      );
    case "mv": {
      const { operands } = readOptions(args);
      return [...as("delete", operands.slice(0, -1)), ...as("overwrite", operands.slice(-1))];
    }
    case "checkout":
      return as("delete", checkedOut(args));
    case "restore": {
      const options = readOptions(args, "s source");
      return has(options, "--staged", "-S") && !has(options, "--worktree", "-W") ? [] : as("delete", options.operands);
    }
    case "grep": {
      const options = readOptions(args, "e f A B C m");
      return as("read", options.operands.slice(has(options, "-e", "-f") ? 0 : 1));
    }
    case "commit":
      return as("read", valuesOf(readOptions(args, "m F C c t message file author date"), "-F", "--file", "-t"));
    case "clone":
      return as("write", readOptions(args, "b o c depth branch origin").operands.slice(1, 2));
    case "archive":
      return as("overwrite", valuesOf(readOptions(args, "o output format prefix"), "-o", "--output"));
    default:
      return READING.has(name) ? as("read", atRevision(readOptions(args, "n S G L U format since until author"))) : [];
  }
}

/** Paths that `checkout` puts back: those behind `--`, or words that look like a path rather than a branch. */
function checkedOut(args: readonly string[]): readonly string[] {
  const at = args.indexOf("--");
  if (at !== -1) return args.slice(at + 1);
  if (args.some((arg) => /^-[bB]$|^--(?:orphan|detach|track)$/.test(arg))) return [];
  return readOptions(args).operands.filter((word) => /^\.|\.\w+$|^:\//.test(word));
}

/** `HEAD:path` names the path as it was. */
function atRevision({ operands, values }: Options): readonly string[] {
  const output = values.flatMap(([flag, value]) => (flag === "--output" ? [value] : []));
  return [
    ...operands.flatMap((word) => (word.includes(":") ? [word.slice(word.indexOf(":") + 1)] : [word])),
    ...output,
  ];
}

function as(use: WordUse["use"], texts: readonly string[]): readonly WordUse[] {
  return texts.map((text) => ({ text, use }));
}
