import type { Flow } from "./act.ts";

/** Flags after which code stands, by interpreter. */
const CODE_FLAGS: Readonly<Record<string, RegExp>> = {
  node: /^(?:-[a-z]*[ep]|--eval|--print)$/,
  tsx: /^(?:-[ep]|--eval|--print)$/,
  "ts-node": /^(?:-[ep]|--eval|--print)$/,
  bun: /^(?:-[ep]|--eval|--print)$/,
  deno: /^eval$/,
  python: /^-[a-zA-Z]*c$/,
  perl: /^-[a-zA-Z0-9]*[eE]$/,
  ruby: /^-[a-z]*e$/,
  php: /^-r$/,
  lua: /^-e$/,
  osascript: /^-e$/,
  Rscript: /^-e$/,
  pwsh: /^-(?:c|Command)$/i,
  tclsh: /^-c$/,
};

/** Programs whose first operand is code in a language of their own. */
const PROGRAM_FIRST: ReadonlySet<string> = new Set(["awk", "gawk", "mawk", "nawk", "sed", "gsed"]);

function family(program: string): string {
  return program.replace(/^(python|perl|ruby|node|php|lua)[\d.]+$/, "$1");
}

export function isInterpreter(program: string): boolean {
  return Object.hasOwn(CODE_FLAGS, family(program)) || PROGRAM_FIRST.has(program) || EDITORS.has(program);
}

const EDITORS: ReadonlySet<string> = new Set(["ex", "ed", "vi", "vim", "nvim", "emacs", "gdb", "sqlite3"]);

/** The code that an interpreter is handed: on its line, or through its input where it names no file. */
export function codeOf(program: string, args: readonly string[], input: Flow): readonly string[] {
  if (EDITORS.has(program))
    return [...args.filter((arg) => /\s|[+!]/.test(arg)), ...(typeof input === "string" ? [input] : [])];
  if (PROGRAM_FIRST.has(program))
    return args
      .filter((arg) => !arg.startsWith("-"))
      .slice(0, 1)
      .filter((code) => /["']|(?:^|[^A-Za-z])[rwe] /.test(code));
  const flag = Object.hasOwn(CODE_FLAGS, family(program)) ? CODE_FLAGS[family(program)] : undefined;
  if (flag === undefined) return [];
  const joined = args.map((arg) => /^--(?:eval|print)=(.*)$/s.exec(arg)?.[1]).find((code) => code !== undefined);
  if (joined !== undefined) return [joined];
  const at = args.findIndex((arg) => flag.test(arg));
  if (at !== -1) return args.slice(at + 1, at + 2);
  const namesFile = args.some((arg) => !arg.startsWith("-"));
  return typeof input === "string" && !namesFile ? [input] : [];
}

const LITERAL = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
const BARE = /(?<![\w./-])(?:~|\.{0,2})?\/?(?:[\w@.-]+\/)*\.(?:env|planning|guild|gsd|ssh|aws)\b[\w./-]*/g;

/** Texts in code that may be paths: its literals, put together where they are added, and words that look like one. */
export function pathsInCode(code: string): readonly string[] {
  const joined = code.replaceAll(/(["'`])\s*\+?\s*\1/g, "");
  const literals = [...joined.matchAll(LITERAL)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
  const words = literals.flatMap((literal) => (/\s/.test(literal) ? literal.split(/[\s'"`()=,;<>|]+/) : [literal]));
  const bare = [...joined.matchAll(BARE)].map(([text]) => text);
  return [...new Set([...words, ...bare])].filter((text) => text !== "" && text.length < 512);
}
