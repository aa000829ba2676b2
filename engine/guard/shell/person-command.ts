import { ruleOf } from "../rules.ts";
import type { Act } from "./act.ts";
import { isLiteral } from "./text.ts";

const OURS = /^(?:loopwright|gsd(?:-tools)?)(?:@[^/]*)?(?:\.[cm]?[jt]s)?$/;
const OUR_SCRIPT = /(?:^|\/)(?:cli\.[cm]?[jt]s|(?:loopwright|gsd-tools)(?:\.[cm]?[jt]s)?)$/;
const ENGINE_CHILD = "--engine-child";
const RUNTIMES: ReadonlySet<string> = new Set(["node", "bun", "deno", "tsx", "ts-node"]);

/**
 * The one of a person's commands, each a family and a name, that a program would give for them, or null. Words that
 * nobody can know count as the worst.
 */
export function personCommandIn(
  { program, args }: Pick<Act, "program" | "args">,
  isGuardingKey: (key: string) => boolean,
): string | null {
  // The engine's child does what it is told by whoever started it, and takes their word for being a person.
  if (args.includes(ENGINE_CHILD) && (RUNTIMES.has(program) || /\.[cm]?[jt]s$/.test(program))) return ENGINE_CHILD;
  const words = ownWords(program, args);
  if (words === null) return null;
  const named = words
    .filter((word) => !word.startsWith("-") && word !== "query")
    .flatMap((word) => (isLiteral(word) ? word.toLowerCase().split(/\.(?=[a-z]+$)/) : [UNKNOWN]));
  if (named[0] === UNKNOWN) return "an unknown command";
  const line = ` ${named.join(" ")} `;
  const key = / config[ -]set (\S+)/i.exec(` ${words.join(" ")}`)?.[1];
  if (key !== undefined && isGuardingKey(key)) return `config-set ${key}`;
  for (const pattern of ruleOf("person-command").patterns) {
    const [family = "", name = ""] = pattern.split(" ");
    if (line.includes(` ${family} ${UNKNOWN} `)) return pattern;
    if (new RegExp(` ${family} ${name.replaceAll(".", "[. ]")}[. ]`).test(line)) return pattern;
  }
  return null;
}

const UNKNOWN = "…";
const LITERAL = /"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/g;

/** The same in code of another language, whose texts are taken for words wherever they stand. */
export function personCommandInCode(code: string, isGuardingKey: (key: string) => boolean): string | null {
  const texts = [...code.matchAll(LITERAL)].map(([, double, single, back]) => double ?? single ?? back ?? "");
  const isOurs = (text: string) => OURS.test(text) || OUR_SCRIPT.test(text);
  if (!texts.some(isOurs)) return null;
  const words = texts.filter((text) => !isOurs(text));
  return personCommandIn({ program: "loopwright", args: ["code", ...words] }, isGuardingKey);
}

/** The words that reach our command line, or null when the program is another's. */
function ownWords(program: string, args: readonly string[]): readonly string[] | null {
  if (OURS.test(program) || /^cli\.[cm]?[jt]s$/.test(program)) return args;
  if (!RUNTIMES.has(program)) return null;
  const at = args.findIndex((arg) => OUR_SCRIPT.test(arg));
  return at === -1 ? null : args.slice(at + 1);
}
