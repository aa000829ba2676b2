import { parseArgs } from "node:util";

export const USAGE = `Use: npm run try -- [--host opencode|pi] [--keep] [--model <provider/model>]

  --host opencode|pi        which real host to play in; opencode unless you say
  --keep                    keep the project that was played in, and say where
  --model <provider/model>  with a model of your own OpenCode configuration;
                            asks before it spends anything
`;

export interface TryOptions {
  readonly host: "opencode" | "pi";
  readonly model: string | undefined;
  readonly keep: boolean;
}

export type ReadOptions =
  | { readonly kind: "play"; readonly options: TryOptions }
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly problem: string };

/** Reads the words behind `npm run try --`. */
export function readOptions(argv: readonly string[]): ReadOptions {
  try {
    const { host, model, keep, help } = valuesOf(argv);
    if (help) return { kind: "help" };
    if (host !== "opencode" && host !== "pi") return wrong(`--host is opencode or pi, not ${host}`);
    if (model !== undefined && host !== "opencode") return wrong("--model goes with OpenCode only");
    if (model !== undefined && !/^[^/]+\/.+$/.test(model)) return wrong(`--model is <provider>/<model>, not ${model}`);
    return { kind: "play", options: { host, model, keep } };
  } catch (error) {
    // What parseArgs throws is about the words that it was given.
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

function valuesOf(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      host: { type: "string", default: "opencode" },
      model: { type: "string" },
      keep: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  return values;
}

function wrong(problem: string): ReadOptions {
  return { kind: "wrong", problem };
}
