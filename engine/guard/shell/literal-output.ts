import type { Flow } from "./act.ts";
import { hasUnknown, isLiteral, SPLIT } from "./text.ts";

/** What a command prints, where that can be told without running it: null where not. */
export function literalOutput(program: string, args: readonly string[], input: Flow): string | null {
  switch (program) {
    case "echo":
      return echo(args);
    case "printf":
      return printf(args);
    case "cat":
    case "tee":
      return args.every((arg) => arg.startsWith("-")) && typeof input === "string" ? input : null;
    case "true":
    case ":":
      return "";
    default:
      return typeof input === "string" && isLiteral(input) ? decoded(program, args, input) : null;
  }
}

export const DECODERS: ReadonlySet<string> = new Set([
  "base64",
  "base32",
  "xxd",
  "openssl",
  "rev",
  "tr",
  "uudecode",
  "gunzip",
  "zcat",
]);

function decoded(program: string, args: readonly string[], input: string): string | null {
  const text = input.replaceAll(SPLIT, " ").trim();
  const decodes = args.some((arg) => /^-(?:d|D|-decode)$/.test(arg));
  if (program === "base64" && decodes) return Buffer.from(text, "base64").toString("utf8");
  if (program === "xxd" && args.some((arg) => arg.includes("r"))) return Buffer.from(text, "hex").toString("utf8");
  if (program === "rev")
    return text
      .split("\n")
      .map((line) => [...line].reverse().join(""))
      .join("\n");
  return null;
}

function echo(args: readonly string[]): string | null {
  let index = 0;
  let escapes = false;
  for (; /^-[neE]+$/.test(args[index] ?? ""); index++) escapes ||= (args[index] ?? "").includes("e");
  const text = args.slice(index).join(" ");
  if (hasUnknown(text)) return null;
  return escapes ? withEscapes(text) : text;
}

function printf(args: readonly string[]): string | null {
  const [format = "", ...values] = args[0] === "--" ? args.slice(1) : args;
  if (args.some(hasUnknown) || args[0] === "-v") return null;
  const plain = withEscapes(format);
  let out = "";
  let rest = values;
  do {
    const round = rest;
    let used = 0;
    out += plain.replaceAll(/%(?:[-0-9.]*)([sbqdc%])/g, (_, kind: string) => {
      if (kind === "%") return "%";
      const value = round[used++] ?? "";
      return kind === "b" ? withEscapes(value) : value;
    });
    if (used === 0) break;
    rest = rest.slice(used);
  } while (rest.length > 0);
  return out;
}

const NAMED: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  a: "",
  b: "",
  e: "\x1b",
  f: "\f",
  v: "\v",
};

function withEscapes(text: string): string {
  return text.replaceAll(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|([ntr\\abefv]))/g,
    (_, hex?: string, unicode?: string, octal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? name;
      const digits = hex ?? unicode;
      return String.fromCodePoint(
        digits !== undefined ? Number.parseInt(digits, 16) : Number.parseInt(octal ?? "0", 8),
      );
    },
  );
}
