import { ruleOf } from "../rules.ts";
import type { Act } from "./act.ts";
import { isLiteral } from "./text.ts";

const OURS = /^(?:loopwright|gsd(?:-tools)?)(?:@[^/]*)?(?:\.[cm]?[jt]s)?$/;
const OUR_SCRIPT = /(?:^|\/)(?:cli\.[cm]?[jt]s|(?:loopwright|gsd-tools)(?:\.[cm]?[jt]s)?)$/;
const RUNTIMES: ReadonlySet<string> = new Set(["node", "bun", "deno", "tsx", "ts-node"]);

/**
 * The one of a person's commands, each a family and a name, that a program would give for them, or null. Words that
 * nobody can know count as the worst.
 */
export function personCommandIn({ program, args }: Pick<Act, "program" | "args">): string | null {
  const words = ownWords(program, args);
  if (words === null) return null;
  const named = words
    .filter((word) => !word.startsWith("-") && word !== "query")
    .flatMap((word) => (isLiteral(word) ? word.toLowerCase().split(/\.(?=[a-z]+$)/) : [UNKNOWN]));
  if (named[0] === UNKNOWN) return "an unknown command";
  const line = ` ${named.join(" ")} `;
  for (const pattern of ruleOf("person-command").patterns) {
    const [family = "", name = ""] = pattern.split(" ");
    if (line.includes(` ${family} ${UNKNOWN} `)) return pattern;
    if (new RegExp(` ${family} ${name.replaceAll(".", "[. ]")}[. ]`).test(line)) return pattern;
  }
  return null;
}

const UNKNOWN = "…";

/** The words that reach our command line, or null when the program is another's. */
function ownWords(program: string, args: readonly string[]): readonly string[] | null {
  if (OURS.test(program) || /^cli\.[cm]?[jt]s$/.test(program)) return args;
  if (!RUNTIMES.has(program)) return null;
  const at = args.findIndex((arg) => OUR_SCRIPT.test(arg));
  return at === -1 ? null : args.slice(at + 1);
}
