import type { Act } from "./act.ts";
import { readFind } from "./find.ts";
import { gitUses } from "./git.ts";
import { has, type Options, readOptions, valuesOf } from "./options.ts";
import { fromGlob } from "./text.ts";

/** What a program would do with one of its words. `size` is that of the file named by `from`, if a write copies one. */
export interface WordUse {
  readonly text: string;
  readonly use: "read" | "write" | "overwrite" | "delete" | "named";
  readonly from?: string;
}

type Reader = (args: readonly string[]) => readonly WordUse[];

/** The files that a program names, with what it does to them. Of a program that is not known here each word counts. */
export function usesOf({ program, args }: Pick<Act, "program" | "args">): readonly WordUse[] {
  if (program === "git") return gitUses(args);
  const reader = readers().get(program);
  return reader ? reader(args) : args.flatMap(candidates);
}

let known: ReadonlyMap<string, Reader> | undefined;

function readers(): ReadonlyMap<string, Reader> {
  known ??= new Map<string, Reader>([
    ...each(NAMES_ONLY, () => []),
    ...each(WHOLE_READERS, (args) => all("read", readOptions(args, VALUED_BY_READERS))),
    ...each("sort", sort),
    ...each("grep egrep fgrep zgrep rg ag ack ugrep", search),
    ...each("sed gsed", sed),
    ...each("awk gawk mawk nawk jq yq", program),
    ...each("rm unlink rmdir trash rimraf del", (args) => all("delete", readOptions(args))),
    ...each("shred", (args) => all("overwrite", readOptions(args, "n s"))),
    ...each("mv", move),
    ...each("cp install", copy),
    ...each("ln", link),
    ...each("rsync scp", remote),
    ...each("truncate", (args) => all("overwrite", readOptions(args, "s r"))),
    ...each("tee sponge", (args) => tee(args)),
    ...each("touch mkdir chmod chown chgrp", touch),
    ...each("dd", dd),
    ...each("curl", curl),
    ...each("wget", wget),
    ...each("tar bsdtar", tar),
    ...each("zip 7z", zip),
    ...each("unzip", (args) => write(readOptions(args, "d x"), "-d")),
    ...each("find", find),
    ...each("perl", perl),
  ]);
  return known;
}

function each(names: string, reader: Reader): readonly (readonly [string, Reader])[] {
  return names.split(" ").map((name) => [name, reader] as const);
}

const NAMES_ONLY =
  "echo printf true false : test [ [[ ls dir ll tree stat basename dirname realpath readlink which type whereis " +
  "command pwd cd pushd popd du df export unset set shift return exit wait sleep date seq kill jobs hash ulimit umask " +
  "read printenv whoami id uname hostname groups ps top free lsof man help alias unalias local declare typeset readonly " +
  "getopts history clear yes expr let trap eval file fd locate mktemp xargs env sudo nohup time timeout tput stty";

const WHOLE_READERS =
  "cat bat tac nl head tail less more most od xxd hexdump hd strings base64 base32 wc uniq cut paste column fold fmt pr " +
  "rev md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum md5 shasum diff sdiff colordiff cmp comm join " +
  "vimdiff view source . gzip-less zcat bzcat xzcat open xdg-open pbcopy xclip expand unexpand tsort delta glow";

const VALUED_BY_READERS = "n c d f w s t lines bytes delimiter fields";

function all(use: WordUse["use"], { operands }: Options): readonly WordUse[] {
  return operands.map((text) => ({ text, use }));
}

/** Every spelling in which a word can carry a path: behind an equals sign, an at sign, a colon or a flag's letter. */
export function candidates(word: string): readonly WordUse[] {
  const texts = new Set([word]);
  for (const part of word.split(/[=,]/)) {
    texts.add(part);
    texts.add(part.replace(/^[@<]/, ""));
    if (!/^\w+:\/\//.test(part)) for (const piece of part.split(":")) texts.add(piece);
  }
  if (/^-[A-Za-z][^-]/.test(word)) texts.add(word.slice(2));
  if (/^file:\/\//.test(word)) texts.add(word.slice("file://".length));
  return [...texts].filter((text) => text !== "" && !text.startsWith("-")).map((text) => ({ text, use: "named" }));
}

const sort: Reader = (args) => {
  const options = readOptions(args, "k t o S T output key");
  return [...all("read", options), ...valuesOf(options, "-o", "--output").map(overwritten)];
};

function overwritten(text: string): WordUse {
  return { text, use: "overwrite" };
}

function read(text: string): WordUse {
  return { text, use: "read" };
}

/** The first operand is what is looked for, unless a flag gave it. */
const search: Reader = (args) => {
  const options = readOptions(args, "e f A B C m d D g t T j regexp file include exclude glob type max-count context");
  const patternGiven = has(options, "-e", "-f", "--regexp", "--file", "--files");
  const filters = valuesOf(options, "-g", "--glob", "--include", "--iglob").filter((glob) => !glob.startsWith("!"));
  return [
    ...options.operands.slice(patternGiven ? 0 : 1).map(read),
    ...valuesOf(options, "-f", "--file").map(read),
    ...filters.flatMap(fromGlob).map(read),
  ];
};

const program: Reader = (args) => {
  const options = readOptions(args, "F v f from-file L arg argjson slurpfile rawfile indent");
  const files = valuesOf(options, "-f", "--from-file", "--slurpfile", "--rawfile");
  const operands = options.operands.slice(has(options, "-f", "--from-file") ? 0 : 1);
  return [
    ...operands.map((text): WordUse => ({ text, use: has(options, "-i") ? "write" : "read" })),
    ...files.map(read),
  ];
};

/** A substitution that keeps what it finds cannot empty a file; anything else may. */
const KEEPS = /^(?:\d+,?\d*)?\s*s(.)(?!\.\*\1\1)(?!\^\.\*\$?\1).*\1[gip0-9]*$/s;

const sed: Reader = (args) => {
  const inPlace = args.some((arg) => /^-[nErsz]*i|^--in-place/.test(arg));
  const options = readOptions(
    args.filter((arg) => !/^-i.+/.test(arg)),
    "e f expression file",
  );
  const scripts = valuesOf(options, "-e", "--expression");
  const scriptGiven = scripts.length > 0 || has(options, "-f", "--file");
  const files = options.operands.slice(scriptGiven ? 0 : 1);
  const all = scriptGiven ? scripts : options.operands.slice(0, 1);
  const keeps =
    !has(options, "-n") &&
    all.length > 0 &&
    all.every((script) => script.split(/;\s*(?=s)/).every((part) => KEEPS.test(part)));
  const written = all.flatMap((script) => /\bw\s+(\S+)\s*$/.exec(script)?.[1] ?? []);
  const use = !inPlace ? "read" : keeps ? "write" : "overwrite";
  return [
    ...files.map((text): WordUse => ({ text, use })),
    ...written.map(overwritten),
    ...valuesOf(options, "-f", "--file").map(read),
  ];
};

const perl: Reader = (args) => {
  const inPlace = args.some((arg) => /^-[a-zA-Z0-9]*i/.test(arg));
  const options = readOptions(args, "e E I M");
  return options.operands.map((text) => ({ text, use: inPlace ? "overwrite" : "named" }));
};

/** Where copies go: a folder named by a flag, else the last operand. */
function targetOf(options: Options): { readonly sources: readonly string[]; readonly target: string | undefined } {
  const named = valuesOf(options, "-t", "--target-directory")[0];
  if (named !== undefined) return { sources: options.operands, target: named };
  return { sources: options.operands.slice(0, -1), target: options.operands.at(-1) };
}

const move: Reader = (args) => {
  const { sources, target } = targetOf(readOptions(args, "t S suffix target-directory"));
  return [...sources.map((text): WordUse => ({ text, use: "delete" })), ...placed(sources, target)];
};

const copy: Reader = (args) => {
  const { sources, target } = targetOf(readOptions(args, "t S m o g suffix target-directory mode owner group"));
  return [...sources.map(read), ...placed(sources, target)];
};

/** A copy lands on its target, or in it when that is a folder. */
function placed(sources: readonly string[], target: string | undefined): readonly WordUse[] {
  if (target === undefined) return [];
  const into = sources.map(
    (source) => `${target.replace(/\/+$/, "")}/${source.slice(source.replace(/\/+$/, "").lastIndexOf("/") + 1)}`,
  );
  return [
    { text: target, use: "overwrite", ...(sources[0] !== undefined && { from: sources[0] }) },
    ...into.map((text, index): WordUse => ({ text, use: "overwrite", from: sources[index] ?? "" })),
  ];
}

const link: Reader = (args) => {
  const { sources, target } = targetOf(readOptions(args, "t S suffix target-directory"));
  return [...sources.map(read), ...(target === undefined ? [] : [overwritten(target)])];
};

const remote: Reader = (args) => {
  const { operands } = readOptions(args, "e f i P p o F l c J exclude include rsh filter files-from exclude-from");
  const isLocal = (text: string) => !/^[^/]+:/.test(text);
  const target = operands.at(-1);
  return [
    ...operands.slice(0, -1).filter(isLocal).map(read),
    ...(target !== undefined && isLocal(target) ? placed(operands.slice(0, -1), target) : []),
  ];
};

function tee(args: readonly string[]): readonly WordUse[] {
  const options = readOptions(args);
  return all(has(options, "-a", "--append") ? "write" : "overwrite", options);
}

const touch: Reader = (args) => all("write", readOptions(args, "m d r t mode date reference"));

const dd: Reader = (args) =>
  args.flatMap((arg) => {
    if (arg.startsWith("if=")) return [read(arg.slice(3))];
    return arg.startsWith("of=") ? [overwritten(arg.slice(3))] : [];
  });

const curl: Reader = (args) => {
  const options = readOptions(
    args,
    "o O X H d F T u A b c K e x E data data-binary data-raw form upload-file output config header request cookie cert key url user",
  );
  const sent = valuesOf(
    options,
    "-d",
    "--data",
    "--data-binary",
    "--data-urlencode",
    "-F",
    "--form",
    "-b",
    "--cookie",
    "-H",
    "--header",
  );
  const files = sent.flatMap((value) => /[@<]([^;]+)/.exec(value)?.[1] ?? []);
  return [
    ...files.map(read),
    ...valuesOf(options, "-T", "--upload-file", "-K", "--config", "-E", "--cert", "--key").map(read),
    ...valuesOf(options, "-o", "--output", "-c", "--cookie-jar").map(overwritten),
    ...options.operands.filter((url) => url.startsWith("file:")).map((url) => read(url.replace(/^file:\/*/, "/"))),
  ];
};

const wget: Reader = (args) => {
  const options = readOptions(args, "O P o a i post-file body-file output-document directory-prefix input-file header");
  return [
    ...valuesOf(options, "-O", "--output-document", "-o", "-P", "--directory-prefix").map(overwritten),
    ...valuesOf(options, "--post-file", "--body-file", "-i", "--input-file").map(read),
  ];
};

function write(options: Options, ...flags: readonly string[]): readonly WordUse[] {
  return valuesOf(options, ...flags).map((text) => ({ text, use: "write" }));
}

const tar: Reader = (args) => {
  const [first = "", ...rest] = args;
  const plain = /^[a-zA-Z]+$/.test(first) ? [`-${first}`, ...rest] : args;
  const options = readOptions(plain, "f C X T file directory exclude exclude-from files-from");
  const archive = valuesOf(options, "-f", "--file");
  if (has(options, "-c", "--create", "-r", "-u")) return [...all("read", options), ...archive.map(overwritten)];
  return [...archive.map(read), ...write(options, "-C", "--directory")];
};

const zip: Reader = (args) => {
  const { operands } = readOptions(args, "x i");
  return [...operands.slice(0, 1).map(overwritten), ...operands.slice(1).map(read)];
};

const find: Reader = (args) => {
  const call = readFind(args);
  const gone = call.deletes ? (call.isNarrowed ? call.found : call.places) : [];
  return [...gone.map((text): WordUse => ({ text, use: "delete" })), ...call.written.map(overwritten)];
};
