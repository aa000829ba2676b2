import { has, type Options, readOptions, valuesOf } from "./options.ts";
import { DEEP, fromGlob } from "./text.ts";
import { candidates, type WordUse } from "./word-use.ts";

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
    else if (word === "-c" || word === "--config-env") settings.push(args[++index] ?? "");
    else if (word.startsWith("--config-env=")) settings.push(word.slice("--config-env=".length));
    else if (MAIN_FLAGS.split(" ").includes(word.slice(2))) index++;
  }
  return { name: args[index] ?? "", args: args.slice(index + 1), folder, settings };
}

/** Commands whose words are names of branches and the like, or text. */
const NO_FILES: ReadonlySet<string> = new Set(
  (
    "status branch switch merge rebase fetch pull push remote tag cherry-pick revert reset bisect config init rev-parse " +
    "rev-list describe shortlog reflog gc prune check-ignore ls-files ls-remote ls-tree worktree submodule notes help " +
    "version symbolic-ref update-ref for-each-ref merge-base name-rev count-objects fsck maintenance sparse-checkout " +
    "clean var whatchanged range-diff"
  ).split(" "),
);
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
      return as("delete", checkedOut(args).flatMap(pathspec));
    case "restore": {
      const options = readOptions(args, "s source");
      return has(options, "--staged", "-S") && !has(options, "--worktree", "-W")
        ? []
        : as("delete", options.operands.flatMap(pathspec));
    }
    case "stash": {
      const [first, ...operands] = readOptions(args, "m message").operands;
      return first === "push" || first === undefined ? as("delete", operands.flatMap(pathspec)) : [];
    }
    case "checkout-index":
      return as("delete", readOptions(args, "prefix stage").operands);
    case "config":
      return as("read", valuesOf(readOptions(args, "f file"), "-f", "--file"));
    case "grep": {
      const options = readOptions(args, "e f A B C m");
      return as("read", options.operands.slice(has(options, "-e", "-f") ? 0 : 1));
    }
    case "commit":
      return as("read", valuesOf(readOptions(args, "m F C c t message file author date"), "-F", "--file", "-t"));
    case "clone":
      return as("write", readOptions(args, "b o c depth branch origin").operands.slice(1, 2));
    case "archive": {
      const options = readOptions(args, "o output format prefix");
      return [...as("overwrite", valuesOf(options, "-o", "--output")), ...as("read", options.operands)];
    }
    case "format-patch":
      return as("write", valuesOf(readOptions(args, "o output-directory"), "-o", "--output-directory"));
    case "bundle":
      return as("overwrite", readOptions(args).operands[0] === "create" ? readOptions(args).operands.slice(1, 2) : []);
    default: {
      if (!READING.has(name)) return NO_FILES.has(name) ? [] : args.flatMap(candidates);
      const options = readOptions(args, "n S G L U format since until author output");
      return [...as("read", atRevision(options)), ...as("overwrite", valuesOf(options, "--output"))];
    }
  }
}

/** What git makes of a path with stars: they stand for slashes too, and `:/` for the top of the project. */
function pathspec(word: string): readonly string[] {
  const plain = word.replace(/^:(?:\/|\([^)]*\))?/, "");
  if (/^:[!^]/.test(word) || plain === "") return [DEEP];
  return /[*?[]/.test(plain) ? fromGlob(plain).map((glob) => glob.replaceAll(/[\ue000\ue002]/g, DEEP)) : [plain];
}

/** Paths that `checkout` puts back: those behind `--`, or words that look like a path rather than a branch. */
function checkedOut(args: readonly string[]): readonly string[] {
  const at = args.indexOf("--");
  if (at !== -1) return args.slice(at + 1);
  if (args.some((arg) => /^-[bB]$|^--(?:orphan|detach|track)$/.test(arg))) return [];
  return readOptions(args).operands.filter((word) => /^\.|\.\w+$|^:|[*?[]/.test(word));
}

/** `HEAD:path` names the path as it was. */
function atRevision({ operands }: Options): readonly string[] {
  return operands.flatMap((word) => (word.includes(":") ? [word.slice(word.indexOf(":") + 1)] : [word]));
}

function as(use: WordUse["use"], texts: readonly string[]): readonly WordUse[] {
  return texts.map((text) => ({ text, use }));
}
