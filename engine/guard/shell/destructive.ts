import type { Breach } from "../verdict.ts";
import type { Act } from "./act.ts";
import { readFind } from "./find.ts";
import { readGit } from "./git.ts";
import { has, readOptions, valuesOf } from "./options.ts";
import { hasUnknown, shown } from "./text.ts";

/** What a program would do that no path tells: to history, to the machine, to others. */
export function destructionBy(act: Act, isBroad: (target: string) => boolean): readonly Breach[] {
  const subject = `\`${[act.program, ...act.args].map(shown).join(" ")}\``;
  const rule = ruleFor(act, isBroad);
  return rule === null ? [] : [{ rule, subject }];
}

function ruleFor(act: Act, isBroad: (target: string) => boolean): Breach["rule"] | null {
  const { program, args } = act;
  if (/^mkfs/.test(program) || DEVICE_TOOLS.has(program)) return "device";
  if (SYSTEM_TOOLS.has(program)) return args.some((arg) => /^(?:--help|--version|-l)$/.test(arg)) ? null : "system";
  switch (program) {
    case "git":
      return gitRule(args);
    case "rm":
    case "rimraf":
      return deletesTree(program, args) && readOptions(args).operands.some(isBroad) ? "delete-broad" : null;
    case "find": {
      const { deletes, isNarrowed, places } = readFind(args);
      return deletes && !isNarrowed && places.some((place) => isBroad(place) || hasUnknown(place))
        ? "delete-broad"
        : null;
    }
    case "chmod":
    case "chown":
      return permissionsRule(args, isBroad);
    case "dd":
      return args.some((arg) => /^of=\/dev\/(?!null|zero|stdout|stderr|tty|fd)/.test(arg)) ? "device" : null;
    case "kill":
      return args.includes("-1") ? "system" : null;
    case "crontab":
      return args.includes("-l") ? null : "system";
    case "systemctl":
      return /^(?:poweroff|reboot|halt|disable|mask|stop)$/.test(args[0] ?? "") ? "system" : null;
    default:
      return isPublishing(program, args) ? "publish" : null;
  }
}

const DEVICE_TOOLS: ReadonlySet<string> = new Set([
  "fdisk",
  "sfdisk",
  "wipefs",
  "mkswap",
  "parted",
  "diskutil",
  "blkdiscard",
]);
const SYSTEM_TOOLS: ReadonlySet<string> = new Set([
  "shutdown",
  "reboot",
  "halt",
  "poweroff",
  "killall",
  "pkill",
  "init",
]);

function deletesTree(program: string, args: readonly string[]): boolean {
  return program === "rimraf" || has(readOptions(args), "-r", "-R", "--recursive");
}

const OPEN_MODE = /^(?:0?777|0?666|[augo]*[ao][ugo]*\+[rx]*w[rx]*|\+w|o=\w*w\w*)$/;

function permissionsRule(args: readonly string[], isBroad: (target: string) => boolean): Breach["rule"] | null {
  const options = readOptions(args);
  if (!has(options, "-R", "--recursive")) return null;
  const [mode = "", ...targets] = options.operands;
  return OPEN_MODE.test(mode) || targets.some(isBroad) ? "open-permissions" : null;
}

const PUBLISHERS: Readonly<Record<string, RegExp>> = {
  npm: /^(?:publish|unpublish|deprecate|owner|dist-tag)$/,
  pnpm: /^publish$/,
  yarn: /^(?:publish|npm)$/,
  bun: /^publish$/,
  cargo: /^(?:publish|yank)$/,
  poetry: /^publish$/,
  uv: /^publish$/,
  vsce: /^(?:publish|unpublish)$/,
  gem: /^(?:push|yank)$/,
  twine: /^upload$/,
  terraform: /^(?:apply|destroy)$/,
  tofu: /^(?:apply|destroy)$/,
  pulumi: /^(?:up|destroy)$/,
};

function isPublishing(program: string, args: readonly string[]): boolean {
  const words = args.filter((arg) => !arg.startsWith("-"));
  if (args.includes("--dry-run") || args.includes("--help")) return false;
  const [first = "", second = ""] = words;
  if (program === "gh")
    return /^(?:release (?:create|delete)|repo (?:delete|edit|archive)|secret \w+)$/.test(`${first} ${second}`);
  if (program === "yarn" && first === "npm") return second === "publish";
  return Object.hasOwn(PUBLISHERS, program) && (PUBLISHERS[program]?.test(first) ?? false);
}

const EXECUTING_SETTING =
  /^(?:core\.(?:hookspath|fsmonitor|sshcommand|editor|pager)|credential\..*helper|.*\.textconv|.*\.(?:clean|smudge|process)|include(?:if\..*)?\.path)(?:=|$)/i;

function gitRule(all: readonly string[]): Breach["rule"] | null {
  const { name, args, settings } = readGit(all);
  if (settings.some((setting) => EXECUTING_SETTING.test(setting) && !/=(?:|true|false|cat|less)$/.test(setting)))
    return "git-internals";
  const options = readOptions(args, "m e C b B source message");
  const words = options.operands;
  switch (name) {
    case "add":
    case "stage":
      return has(options, "-f", "--force") ? "ignored-files" : null;
    case "push":
      return has(
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
        : null;
    case "reset":
      return has(options, "--hard") ? "git-history" : null;
    case "clean":
      return has(options, "-f", "--force") && !has(options, "-n", "--dry-run") ? "git-history" : null;
    case "checkout":
      return has(options, "-f", "--force") || words.some(isWholeTree) ? "git-history" : null;
    case "switch":
      return has(options, "-f", "--force", "--discard-changes") ? "git-history" : null;
    case "restore":
      return words.some(isWholeTree) && !(has(options, "--staged", "-S") && !has(options, "-W", "--worktree"))
        ? "git-history"
        : null;
    case "branch":
      return has(options, "-D") || (has(options, "-d", "--delete") && has(options, "-f", "--force"))
        ? "git-history"
        : null;
    case "stash":
      return /^(?:drop|clear)$/.test(words[0] ?? "") ? "git-history" : null;
    case "reflog":
      return /^(?:expire|delete)$/.test(words[0] ?? "") ? "git-history" : null;
    case "update-ref":
      return has(options, "-d") ? "git-history" : null;
    case "gc":
      return has(options, "--prune") && !valuesOf(options, "--prune").some((when) => when.includes("weeks"))
        ? "git-history"
        : null;
    case "worktree":
      return words[0] === "remove" && has(options, "-f", "--force") ? "git-history" : null;
    case "filter-branch":
    case "filter-repo":
      return "git-history";
    case "config":
      return gitConfigRule(args);
    default:
      return null;
  }
}

function isWholeTree(word: string): boolean {
  return /^(?:\.{1,2}\/?|:\/|\*|:)$/.test(word) || word === "\ue000";
}

function gitConfigRule(args: readonly string[]): Breach["rule"] | null {
  const options = readOptions(args, "f file");
  const words = options.operands.filter((word) => word !== "set");
  const isReading = has(options, "--get", "--get-all", "--get-regexp", "--list", "-l") || words.length < 2;
  const [key = "", value = ""] = words;
  if (isReading) return null;
  if (has(options, "--global", "--system")) return "outside-project";
  return EXECUTING_SETTING.test(key) || (/^alias\./.test(key) && value.startsWith("!")) ? "git-internals" : null;
}
