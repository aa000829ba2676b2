import { type Options, readOptions } from "./options.ts";

/** What a program that starts another one leaves of its words: the other's. */
export type Unwrap = (args: readonly string[]) => readonly string[];

/** Flags end at the first word that is none, since what follows belongs to the other program. */
function after(valued: string, skip = 0): Unwrap {
  return (args) => {
    const names = new Set(valued.split(" ").map((name) => (name.length === 1 ? `-${name}` : `--${name}`)));
    let index = 0;
    for (; index < args.length; index++) {
      const word = args[index] ?? "";
      if (word === "--") {
        index++;
        break;
      }
      if (!word.startsWith("-") || word === "-") break;
      if (names.has(word)) index++;
    }
    return args.slice(index + skip);
  };
}

const env: Unwrap = (args) => {
  const rest = after("u unset C chdir")(args);
  const start = rest.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  return start === -1 ? [] : rest.slice(start);
};

const plain = after("");

const WRAPPERS: Readonly<Record<string, Unwrap>> = {
  env,
  command: plain,
  builtin: plain,
  exec: after("a"),
  nohup: plain,
  setsid: plain,
  time: after("f o format output"),
  nice: after("n adjustment"),
  ionice: after("c n p"),
  stdbuf: after("i o e"),
  timeout: after("s k signal kill-after", 1),
  sudo: after("u g h p C D R T U r t user group chdir prompt"),
  doas: after("u C"),
  chronic: plain,
  unbuffer: plain,
  caffeinate: after("t w"),
  strace: after("e o p s"),
  ltrace: after("e o p s"),
  "xvfb-run": after("n s e"),
  busybox: plain,
  toybox: plain,
  npx: after("p package"),
  bunx: plain,
  pnpx: plain,
  uvx: after("from with"),
  chroot: after("", 1),
  flock: after("w E", 1),
  "dotenv-run": plain,
  "cross-env": env,
  taskset: after("", 1),
  prlimit: plain,
  runuser: after("u g G s c"),
  pkexec: after("user"),
  "systemd-run": after("p E property setenv unit"),
  corepack: plain,
  unshare: plain,
  firejail: plain,
  "dbus-run-session": plain,
  noglob: plain,
  nocorrect: plain,
};

/** Package managers that start a program with one of their own commands. */
const RUNNERS: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: new Set(["exec", "x"]),
  pnpm: new Set(["exec", "dlx"]),
  yarn: new Set(["exec", "dlx", "run"]),
  bun: new Set(["x"]),
  uv: new Set(["run"]),
  poetry: new Set(["run"]),
  pipenv: new Set(["run"]),
  bundle: new Set(["exec"]),
};

/** The words of the program that this one would start, or null when it starts none. */
export function runBy(program: string, args: readonly string[]): readonly string[] | null {
  if (Object.hasOwn(WRAPPERS, program)) return fromProgram(WRAPPERS[program]?.(args) ?? []);
  const [first = "", ...rest] = args;
  return Object.hasOwn(RUNNERS, program) && RUNNERS[program]?.has(first) ? fromProgram(plain(rest)) : null;
}

/** No program's name begins with a dash. */
function fromProgram(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !word.startsWith("-"));
  return start === -1 ? [] : words.slice(start);
}

/** `xargs` and its command; the words it would add are put in by the caller. */
export function readXargs(args: readonly string[]): {
  readonly words: readonly string[];
  readonly placeholder: string | null;
} {
  const words = after("n I P L d E s a max-args max-procs delimiter arg-file replace")(args);
  const own = args.slice(0, args.length - words.length);
  const options: Options = readOptions(own, "n I P L d E s a");
  const placeholder = options.values.find(([flag]) => flag === "-I" || flag === "--replace")?.[1];
  return { words: words.length === 0 ? ["echo"] : words, placeholder: placeholder ?? null };
}
