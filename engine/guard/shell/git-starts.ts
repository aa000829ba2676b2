import { readGit } from "./git.ts";
import { readOptions, valuesOf } from "./options.ts";

const SCRIPT_FLAGS: Readonly<Record<string, string>> = {
  rebase: "x exec",
  difftool: "x extcmd",
  "filter-branch": "env-filter tree-filter index-filter msg-filter parent-filter commit-filter tag-name-filter",
  fetch: "upload-pack",
  pull: "upload-pack",
  clone: "u upload-pack",
  push: "receive-pack exec",
  "ls-remote": "upload-pack exec",
  grep: "O open-files-in-pager",
};

/** The programs that a git command would start, each with its words; one word with blanks is a whole line. */
export function gitStarts(all: readonly string[]): readonly (readonly string[])[] {
  const { name, args, settings } = readGit(all);
  const aliases = settings.flatMap((setting) => /^alias\.[^=]+=!(.*)$/s.exec(setting)?.[1] ?? []);
  const flags = Object.hasOwn(SCRIPT_FLAGS, name) ? (SCRIPT_FLAGS[name] ?? "") : "";
  const names = flags.split(" ").map((flag) => (flag.length === 1 ? `-${flag}` : `--${flag}`));
  const scripts = flags === "" ? [] : valuesOf(readOptions(args, flags), ...names);
  return [...[...aliases, ...scripts].map((line) => [line]), ...startedWords(name, args)];
}

function startedWords(name: string, args: readonly string[]): readonly (readonly string[])[] {
  const { operands } = readOptions(args);
  const isStarting =
    (name === "bisect" && operands[0] === "run") || (name === "submodule" && operands[0] === "foreach");
  const words = args
    .slice(args.indexOf(operands[0] ?? "") + 1)
    .filter((word, index) => index > 0 || word !== "--recursive");
  return isStarting && words.length > 0 ? [words] : [];
}
