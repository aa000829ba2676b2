import { join, resolve } from "node:path";
import { readFind } from "./find.ts";
import { codeOf, isInterpreter } from "./interpreters.ts";
import { literalOutput } from "./literal-output.ts";
import { readOptions, valuesOf } from "./options.ts";
import type { ShellState } from "./state.ts";
import { ANY, hasUnknown, isLiteral, SPLIT, shown } from "./text.ts";
import type { Position, ShellWalk } from "./walk.ts";
import { readXargs, runBy } from "./wrappers.ts";

export interface Call {
  readonly program: string;
  /** The program as it was named. */
  readonly path: string;
  readonly args: readonly string[];
  readonly state: ShellState;
  readonly position: Position;
  readonly walk: ShellWalk;
}

const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "rbash"]);

/** Follows what a program starts in its turn; answers what it prints, where that can be told. */
export function dispatch(call: Call): string | null {
  const { program, args, state, position, walk } = call;
  if (SHELLS.has(program)) return shell(call);
  const builtin = Object.hasOwn(BUILTINS, program) ? BUILTINS[program] : undefined;
  if (builtin) return builtin(call);
  const inner = runBy(program, args);
  if (inner !== null && inner.length > 0) {
    if (program === "env") for (const text of splitStrings(args)) walk.script(text, state, position);
    return walk.run(inner, state, position);
  }
  if (isInterpreter(program)) interpret(call);
  return literalOutput(program, args, position.input);
}

/** Code of another language: its text is shown as unread, and what comes through a pipe as hidden. */
function interpret({ program, args, position, walk }: Call): void {
  for (const code of codeOf(program, args, position.input)) walk.observer.code(code);
  const readsPipe = position.input === null && args.every((arg) => arg === "-" || arg.startsWith("-"));
  if (readsPipe && !args.includes("--version")) walk.observer.hiddenScript(position.before, "");
}

function shell({ args, state, position, walk }: Call): string | null {
  const at = args.findIndex((arg) => /^-[a-z]*c$/.test(arg));
  if (at !== -1) {
    const rest = args.slice(at + 1).filter((arg) => !/^[-+]/.test(arg));
    const inner = state.copy();
    inner.setPositional(rest.slice(2));
    if (rest[1] !== undefined) inner.set("0", [rest[1]]);
    return scriptOf(rest[0] ?? "", walk, inner, position);
  }
  const file = args.find((arg) => !/^[-+]/.test(arg));
  if (file?.startsWith("/dev/fd/")) walk.observer.hiddenScript(position.before, file);
  const readsInput = args.includes("-s") || args.every((arg) => /^[-+]/.test(arg));
  if (!readsInput || position.input === undefined) return null;
  return scriptOf(position.input, walk, state.copy(), position);
}

/** A script whose text is known is read; one that is made while the command runs is told as hidden. */
function scriptOf(text: string | null, walk: ShellWalk, state: ShellState, position: Position): string | null {
  if (text !== null && !hasUnknown(text))
    return walk.script(text.replaceAll(SPLIT, " "), state, { ...position, input: undefined });
  if (text === null) walk.observer.hiddenScript(position.before, "");
  else {
    walk.observer.hiddenScript(position.before, shown(text));
    walk.script(text.replaceAll(ANY, "_").replaceAll(SPLIT, " "), state, { ...position, input: undefined });
  }
  return null;
}

function splitStrings(args: readonly string[]): readonly string[] {
  return valuesOf(readOptions(args, "S split-string u C"), "-S", "--split-string");
}

const BUILTINS: Readonly<Record<string, (call: Call) => string | null>> = {
  cd: ({ args, state, walk }) => {
    const target = args.find((arg) => arg === "-" || !arg.startsWith("-"));
    const { home, root } = walk.options;
    if (target === "-") state.folders = state.previous.length > 0 ? state.previous : state.folders;
    else state.enter([target === undefined ? home : homeIn(target, home)], [root, join(root, ".planning")]);
    return "";
  },
  pushd: (call) => BUILTINS.cd?.(call) ?? "",
  popd: ({ state }) => {
    state.folders = [...new Set([...state.folders, ...state.previous])];
    return "";
  },
  pwd: ({ state }) => (state.folders.length === 1 ? `${state.folders[0]}\n` : null),
  mktemp: ({ walk, args }) => `${args.find((arg) => arg.startsWith("/")) ?? join(walk.options.temporary, ANY)}\n`,
  source: ({ args, position, walk }) => {
    if (args[0]?.startsWith("/dev/fd/")) walk.observer.hiddenScript(position.before, "");
    return null;
  },
  ".": (call) => BUILTINS.source?.(call) ?? null,
  eval: ({ args, state, position, walk }) => scriptOf(args.join(" "), walk, state, position),
  trap: ({ args, state, position, walk }) => {
    if (args.length > 1) walk.script(args[0] ?? "", state.copy(), position);
    return "";
  },
  alias: ({ args, state, walk }) => {
    for (const arg of args) {
      const equals = arg.indexOf("=");
      if (equals <= 0) continue;
      state.aliases.set(arg.slice(0, equals), arg.slice(equals + 1));
      walk.script(arg.slice(equals + 1), state.copy());
    }
    return "";
  },
  watch: ({ args, state, position, walk }) =>
    walk.script(readOptions(args, "n d interval").operands.join(" "), state.copy(), position),
  su: ({ args, state, walk }) => {
    for (const script of valuesOf(readOptions(args, "c s command"), "-c", "--command"))
      walk.script(script, state.copy());
    return null;
  },
  script: (call) => BUILTINS.su?.(call) ?? null,
  xargs,
  parallel: xargs,
  find,
  read: ({ args, state, position }) => {
    const names = readOptions(args, "p d n N t u i a").operands;
    const words =
      typeof position.input === "string" ? position.input.split(/\s+|\ue003/).filter((word) => word !== "") : [ANY];
    for (const name of names) state.set(name, words.length > 0 ? words : [""]);
    return "";
  },
  set: ({ args, state }) => {
    const at = args.indexOf("--");
    if (at !== -1) state.setPositional(args.slice(at + 1));
    return "";
  },
  ln: ({ args, state, walk }) => {
    const { operands } = readOptions(args, "t S");
    const [target, link] = operands;
    if (target !== undefined && link !== undefined && isLiteral(target) && isLiteral(link)) {
      for (const folder of state.folders)
        state.links.set(
          resolve(folder, homeIn(link, walk.options.home)),
          resolve(folder, homeIn(target, walk.options.home)),
        );
    }
    return "";
  },
  git: ({ args, state, walk }) => {
    if (args.includes("rev-parse") && args.includes("--show-toplevel")) return `${walk.options.root}\n`;
    args.forEach((arg, index) => {
      const alias = args[index - 1] === "-c" ? /^alias\.[^=]+=!(.*)$/s.exec(arg)?.[1] : undefined;
      if (alias !== undefined) walk.script(alias, state.copy());
    });
    return null;
  },
};

function homeIn(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
}

function xargs({ args, state, position, walk }: Call): string | null {
  const { words, placeholder } = readXargs(args);
  const items =
    typeof position.input === "string" ? position.input.split(/[\s\0]+|\ue003/).filter((item) => item !== "") : [ANY];
  const filled =
    placeholder === null
      ? [...words, ...items]
      : words.flatMap((word) =>
          word.includes(placeholder) ? items.map((item) => word.replaceAll(placeholder, item)) : [word],
        );
  return walk.run(filled, state.copy(), { input: undefined, before: position.before });
}

function find({ args, state, walk }: Call): string | null {
  const { commands, found } = readFind(args);
  for (const words of commands) {
    const filled = words.flatMap((word) =>
      word.includes("{}") ? found.map((path) => word.replaceAll("{}", path)) : [word],
    );
    walk.run(filled, state.copy(), { input: undefined, before: [] });
  }
  return found.length > 0 ? found.join("\n") : null;
}
