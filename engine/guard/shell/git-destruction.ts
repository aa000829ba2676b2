import type { RuleId } from "../rule.ts";
import { readGit } from "./git.ts";
import { has, type Options, readOptions, valuesOf } from "./options.ts";

type Broken = RuleId | null;

interface Call {
  readonly args: readonly string[];
  readonly options: Options;
  readonly words: readonly string[];
  /** Settings given for this one call. */
  readonly settings: readonly string[];
}

const EXECUTING_SETTING =
  /^(?:core\.(?:hookspath|fsmonitor|sshcommand|gitproxy|askpass|editor|pager|worktree)|sequence\.editor|pager\..*|credential\..*helper|gpg\..*program|(?:diff|merge|mergetool|difftool|browser|man|trailer|interactive)\..*(?:external|command|driver|cmd|difffilter)|.*\.(?:textconv|clean|smudge|process|uploadpack|receivepack|packobjectshook)|submodule\..*\.update|init\.templatedir|protocol\..*allow|include(?:if\..*)?\.path)(?:=|$)/i;

/** What a git command would do to history, to work that is not kept yet, or through git to other programs. */
export function gitRule(all: readonly string[]): Broken {
  const { name, args, settings } = readGit(all);
  if (settings.some((setting) => EXECUTING_SETTING.test(setting) && !/=(?:|true|false|cat|less)$/.test(setting)))
    return "git-internals";
  if (args.some((arg) => /^ext::/.test(arg))) return "git-internals";
  const options = readOptions(args, "m e C b B source message");
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
  return rule?.({ args, options, words: options.operands, settings }) ?? null;
}

const RULES: Readonly<Record<string, (call: Call) => Broken>> = {
  add: ({ options }) => (has(options, "-f", "--force") ? "ignored-files" : null),
  stage: ({ options }) => (has(options, "-f", "--force") ? "ignored-files" : null),
  push: ({ options, words }) =>
    has(
      options,
      "-f",
      "--force",
      "--force-with-lease",
      "--force-if-includes",
      "--mirror",
      "--delete",
      "-d",
      "--prune",
    ) || words.slice(1).some((refspec) => /^[+:]/.test(refspec))
      ? "git-history"
      : null,
  reset: ({ options }) => (has(options, "--hard", "--merge") ? "git-history" : null),
  "read-tree": ({ options }) => (has(options, "-u", "--reset") ? "git-history" : null),
  "checkout-index": ({ options }) => (has(options, "-f", "--force") ? "git-history" : null),
  "symbolic-ref": ({ words }) => (words.length > 1 ? "git-history" : null),
  prune: ({ options }) => (has(options, "-n", "--dry-run") ? null : "git-history"),
  tag: ({ options }) => (has(options, "-d", "--delete", "-f", "--force") ? "git-history" : null),
  "update-index": ({ options }) => (has(options, "--add", "--cacheinfo", "--index-info") ? "ignored-files" : null),
  clone: ({ args }) =>
    [...valuesOf(readOptions(args, "c config"), "-c", "--config")].some((one) => EXECUTING_SETTING.test(one))
      ? "git-internals"
      : null,
  clean: ({ options, settings }) =>
    (has(options, "-f", "--force") || settings.some((one) => /^clean\.requireforce=/i.test(one))) &&
    !has(options, "-n", "--dry-run")
      ? "git-history"
      : null,
  checkout: ({ options, words }) =>
    has(options, "-f", "--force", "-B") || words.some(isWholeTree) ? "git-history" : null,
  switch: ({ options }) =>
    has(options, "-f", "--force", "-C", "--force-create", "--discard-changes") ? "git-history" : null,
  restore: ({ options, words }) =>
    words.some(isWholeTree) && !(has(options, "--staged", "-S") && !has(options, "-W", "--worktree"))
      ? "git-history"
      : null,
  branch: ({ options }) => (has(options, "-D", "-f", "--force", "-M") ? "git-history" : null),
  stash: ({ options, words }) =>
    /^(?:drop|clear)$/.test(words[0] ?? "") ||
    (/^(?:push|save)?$/.test(words[0] ?? "") && has(options, "-u", "-a", "--include-untracked", "--all"))
      ? "git-history"
      : null,
  reflog: ({ words }) => (/^(?:expire|delete)$/.test(words[0] ?? "") ? "git-history" : null),
  "update-ref": ({ options, words }) => (words.length > 1 || has(options, "-d", "--stdin") ? "git-history" : null),
  gc: ({ options }) =>
    has(options, "--prune") && !valuesOf(options, "--prune").some((when) => when.includes("weeks"))
      ? "git-history"
      : null,
  worktree: ({ options, words }) => (words[0] === "remove" && has(options, "-f", "--force") ? "git-history" : null),
  "filter-branch": () => "git-history",
  "filter-repo": () => "git-history",
  config: ({ args }) => gitConfigRule(args),
};

function isWholeTree(word: string): boolean {
  return /^(?:\.{1,2}\/?|:\/|\*|:|:[!^].*)$/.test(word) || word === "\ue000";
}

function gitConfigRule(args: readonly string[]): Broken {
  const options = readOptions(args, "f file");
  const words = options.operands.filter((word) => word !== "set");
  if (has(options, "--edit", "-e")) return "git-internals";
  const removes = has(options, "--unset", "--unset-all", "--remove-section") || words[0] === "unset";
  if (removes) return EXECUTING_SETTING.test(words.at(-1) ?? "") ? "git-internals" : null;
  const isReading = has(options, "--get", "--get-all", "--get-regexp", "--list", "-l") || words.length < 2;
  const [key = "", value = ""] = words;
  if (isReading) return null;
  if (has(options, "--global", "--system")) return "outside-project";
  return EXECUTING_SETTING.test(key) || (/^alias\./.test(key) && value.startsWith("!")) ? "git-internals" : null;
}
