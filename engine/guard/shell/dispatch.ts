import { join, resolve } from "node:path";
import { readFind } from "./find.ts";
import { gitStarts } from "./git-starts.ts";
import { codeOf, isInterpreter } from "./interpreters.ts";
import { literalOutput } from "./literal-output.ts";
import { readOptions } from "./options.ts";
import { scriptOptions } from "./script-options.ts";
import type { ShellState } from "./state.ts";
import { ANY, hasUnknown, isLiteral, SPLIT, shown } from "./text.ts";
import { followUnknown } from "./unknown-program.ts";
import { ALONE, type Position, type ShellWalk } from "./walk.ts";
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

const SHELLS: ReadonlySet<string> = new Set(
  "sh bash zsh dash ksh ash fish rbash mksh csh tcsh elvish nu xonsh".split(" "),
);

/** Follows what a program starts in its turn; answers what it prints, where that can be told. */
export function dispatch(call: Call): string | null {
  const { program, args, state, position, walk } = call;
  if (SHELLS.has(program)) return shell(call);
  for (const script of scriptOptions(program, args)) walk.script(script, state.copy());
  const builtin = Object.hasOwn(BUILTINS, program) ? BUILTINS[program] : undefined;
  if (builtin) return builtin(call);
  if (program === "env") assignments(call);
  const inner = runBy(program, args);
  if (inner !== null && inner.length > 0) return walk.run(inner, state, position);
  if (isInterpreter(program)) interpret(call);
  else if (inner === null) followUnknown(call);
  return literalOutput(program, args, position.input);
}

/** What `env` sets stands for the program that it starts. */
function assignments({ args, state, walk }: Call): void {
  for (const arg of args) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(arg) ?? [];
    if (name !== undefined && value !== undefined) walk.assigned(name, [value], state.copy());
  }
}

/** Code of another language: its text is shown as unread, and what comes through a pipe as hidden. */
function interpret({ program, args, state, position, walk }: Call): void {
  for (const code of codeOf(program, args, position.input)) walk.observer.code(code, state);
  const file = args.find((arg) => !arg.startsWith("-"));
  for (const folder of file === undefined ? [] : state.folders) {
    const written = state.files.get(resolve(folder, file ?? ""));
    if (written !== undefined) walk.observer.code(written, state);
  }
  const readsPipe = position.input === null && args.every((arg) => arg === "-" || arg.startsWith("-"));
  if (readsPipe && !args.includes("--version")) walk.observer.hiddenScript(position.before, "");
}

const STANDARD_INPUT = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/;

/** A script that is named: a file, or what another command prints. */
function fromFile(file: string, { state, position, walk }: Call): void {
  const printed = state.printed.get(file);
  if (!file.startsWith("/dev/fd/")) walk.file(file, state, position);
  else if (typeof printed === "string") scriptOf(printed, walk, state, { ...position, input: undefined });
  else walk.observer.hiddenScript(position.before, file);
}

function shell(call: Call): string | null {
  const { args, state, position, walk } = call;
  const joined = args.map((arg) => /^-c(.+)$/s.exec(arg)?.[1]).find((script) => script !== undefined);
  if (joined !== undefined) return scriptOf(joined, walk, state.copy(), position);
  const at = args.findIndex((arg) => /^-[a-z]*c$/.test(arg));
  if (at !== -1) {
    const rest = args.slice(at + 1).filter((arg) => !/^[-+]/.test(arg));
    const inner = state.copy();
    inner.setPositional(rest.slice(2));
    if (rest[1] !== undefined) inner.set("0", [rest[1]]);
    return scriptOf(rest[0] ?? "", walk, inner, position);
  }
  const file = args.find((arg) => !/^[-+]/.test(arg));
  if (file !== undefined && !STANDARD_INPUT.test(file)) fromFile(file, call);
  const readsInput = args.includes("-s") || args.every((arg) => /^[-+]/.test(arg) || STANDARD_INPUT.test(arg));
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
  source: (call) => {
    const { args, state, position, walk } = call;
    const [file] = args;
    if (file !== undefined && STANDARD_INPUT.test(file)) {
      if (position.input !== undefined) scriptOf(position.input, walk, state, position);
    } else if (file !== undefined) fromFile(file, call);
    return null;
  },
  printf: ({ args, state, position }) => {
    const [flag, name, ...words] = args;
    if (flag !== "-v" || name === undefined) return literalOutput("printf", args, position.input);
    state.set(name, [literalOutput("printf", words, undefined) ?? ANY]);
    return "";
  },
  ls: ({ args }) => {
    const { operands } = readOptions(args, "I w T");
    // Of a file it prints the name, of a folder what nobody knows.
    return operands.length > 0 ? [...operands, ANY].join("\n") : null;
  },
  at: ({ position, state, walk }) => {
    if (typeof position.input === "string") walk.script(position.input, state.copy());
    return null;
  },
  batch: (call) => BUILTINS.at?.(call) ?? null,
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
  script: ({ args, state, position, walk }) => {
    const [, ...words] = readOptions(args, "c command").operands;
    return words.length > 0 ? walk.run(words, state.copy(), position) : null;
  },
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
    for (const words of gitStarts(args)) walk.run(words, state.copy(), ALONE);
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
    const scope = state.copy();
    // Started in each folder that it comes to.
    if (args.some((arg) => /^-(?:exec|ok)dir$/.test(arg)))
      scope.enter([ANY], [walk.options.root, join(walk.options.root, ".planning")]);
    walk.run(filled, scope, { input: undefined, before: [] });
  }
  return found.length > 0 ? found.join("\n") : null;
}
