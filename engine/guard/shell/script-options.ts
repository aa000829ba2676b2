import { readOptions, valuesOf } from "./options.ts";

/** Flags whose value a program hands to a shell, or starts as a program of its own. */
const OPTIONS: Readonly<Record<string, string>> = {
  env: "S split-string",
  su: "c command",
  runuser: "c command",
  script: "c command",
  flock: "c command",
  npx: "c call",
  npm: "c call",
  make: "eval",
  man: "P pager",
  tar: "I F to-command use-compress-program checkpoint-action info-script rsh-command",
  rsync: "e rsh rsync-path",
  ssh: "o",
  scp: "o S",
  sftp: "o S",
  zip: "T TT unzip-command",
  sort: "compress-program",
  rg: "pre",
};

/** The scripts among a program's flags. */
export function scriptOptions(program: string, args: readonly string[]): readonly string[] {
  const flags = Object.hasOwn(OPTIONS, program) ? OPTIONS[program] : undefined;
  if (flags === undefined) return [];
  const names = flags.split(" ").map((name) => (name.length === 1 ? `-${name}` : `--${name}`));
  return valuesOf(readOptions(args, flags), ...names)
    .map((value) => value.replace(/^(?:exec|ProxyCommand|LocalCommand|KnownHostsCommand)[= ]/i, ""))
    .filter((value) => !/^\w+=/.test(value));
}
