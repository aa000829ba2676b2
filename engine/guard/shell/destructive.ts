import type { Breach } from "../verdict.ts";
import type { Act } from "./act.ts";
import { readFind } from "./find.ts";
import { gitRule } from "./git-destruction.ts";
import { has, readOptions } from "./options.ts";
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
  if (printsSecrets(program, args)) return "secret";
  if (dropsEngine(program, args)) return "host-settings";
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

const SECRET_PRINTERS: Readonly<Record<string, RegExp>> = {
  git: /^credential(?:-\S+)? (?:fill|get)\b/,
  gh: /^auth token\b/,
  security: /^(?:find-(?:generic|internet)-password|dump-keychain|export)\b/,
  gpg: /--export-secret/,
  gcloud: /^auth (?:application-default )?print-/,
  pass: /^(?:show )?\S+/,
  op: /^read\b/,
  vault: /^(?:read|kv get)\b/,
  "secret-tool": /^lookup\b/,
};

/** Programs that print what a keychain or a vault keeps. */
function printsSecrets(program: string, args: readonly string[]): boolean {
  return Object.hasOwn(SECRET_PRINTERS, program) && (SECRET_PRINTERS[program]?.test(args.join(" ")) ?? false);
}

/** Takes this engine out of the project or of a host. */
function dropsEngine(program: string, args: readonly string[]): boolean {
  return (
    /^(?:npm|pnpm|yarn|bun|pi|opencode)$/.test(program) &&
    args.some((arg) => /^(?:un|uninstall|remove|rm)$/.test(arg)) &&
    args.some((arg) => /(?:^|[/:])loopwright(?:@[^/]*)?$/.test(arg))
  );
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
