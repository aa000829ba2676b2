export interface Options {
  /** Flags as given, without a value that stands apart: `-r`, `--force`. Clusters are split. */
  readonly flags: readonly string[];
  readonly values: readonly (readonly [flag: string, value: string])[];
  readonly operands: readonly string[];
}

/**
 * Splits arguments into flags, their values and operands. `valued` lists the flags that take one: single letters run
 * together, long names apart, as in `n c include`.
 */
export function readOptions(args: readonly string[], valued = ""): Options {
  const takesValue = new Set(valued.split(" ").map((name) => (name.length === 1 ? `-${name}` : `--${name}`)));
  const flags: string[] = [];
  const values: (readonly [string, string])[] = [];
  const operands: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? "";
    if (word === "--") {
      operands.push(...args.slice(index + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      operands.push(word);
      continue;
    }
    const equals = word.indexOf("=");
    if (word.startsWith("--")) {
      if (equals > 0) values.push([word.slice(0, equals), word.slice(equals + 1)]);
      else if (takesValue.has(word) || (word.length > 4 && [...takesValue].some((flag) => isShortFor(word, flag))))
        values.push([word, args[++index] ?? ""]);
      flags.push(equals > 0 ? word.slice(0, equals) : word);
      continue;
    }
    for (let letter = 1; letter < word.length; letter++) {
      const flag = `-${word[letter]}`;
      flags.push(flag);
      if (!takesValue.has(flag)) continue;
      const rest = word.slice(letter + 1);
      values.push([flag, rest === "" ? (args[++index] ?? "") : rest]);
      break;
    }
  }
  return { flags, values, operands };
}

export function has(options: Options, ...flags: readonly string[]): boolean {
  return flags.some((flag) => options.flags.some((given) => isShortFor(given, flag)));
}

export function valuesOf(options: Options, ...flags: readonly string[]): readonly string[] {
  return options.values.flatMap(([given, value]) => (flags.some((flag) => isShortFor(given, flag)) ? [value] : []));
}

/** Programs take the beginning of a long flag for the whole. */
function isShortFor(given: string, flag: string): boolean {
  return given === flag || (given.length > 4 && given.startsWith("--") && flag.startsWith(given));
}
