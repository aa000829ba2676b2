import type { Act, Flow } from "./act.ts";
import { curl, tar, unzip, wget, zip } from "./archives.ts";
import { copy, link, move, remote } from "./copies.ts";
import { readFind } from "./find.ts";
import { gitUses } from "./git.ts";
import { has, type Options, readOptions, valuesOf } from "./options.ts";
import { sed } from "./sed.ts";
import { fromGlob, hasUnknown } from "./text.ts";
import { candidates, overwritten, read, type WordUse } from "./word-use.ts";

type Reader = (args: readonly string[], input: Flow) => readonly WordUse[];

/** The files that a program names, with what it does to them. Of a program that is not known here each word counts. */
export function usesOf({ program, args, input }: Pick<Act, "program" | "args" | "input">): readonly WordUse[] {
  if (program === "git") return gitUses(args);
  const reader = readerOf(program);
  return reader ? reader(args, input) : [...args.flatMap(candidates), ...outputs(args).map(overwritten)];
}

/** Whether it is known here what a program does with its words. */
export function isKnownProgram(program: string): boolean {
  return program === "git" || readerOf(program) !== undefined;
}

function readerOf(program: string): Reader | undefined {
  // Other systems' commands go by any letter case.
  return readers().get(program) ?? readers().get(program.toLowerCase());
}

/** Files that programs of all kinds make under the same flags. */
function outputs(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    if (/^(?:-o|-out|--out|--output|--outfile|--output-file)$/.test(arg)) return args.slice(index + 1, index + 2);
    const value = /^--out(?:put)?(?:-?file)?=(.+)$/.exec(arg)?.[1];
    return value === undefined ? [] : [value];
  });
}

let known: ReadonlyMap<string, Reader> | undefined;

function readers(): ReadonlyMap<string, Reader> {
  known ??= new Map<string, Reader>([
    ...each(NAMES_ONLY, () => []),
    ...each("date file du xargs", fileLists),
    ...each(WHOLE_READERS, (args) => [...args.flatMap(candidates).map(asRead), ...outputs(args).map(overwritten)]),
    ...each("uniq xxd", (args) => [...args.flatMap(candidates).map(asRead), ...secondOperand(args)]),
    ...each("shuf iconv openssl gpg", (args) => [...args.flatMap(candidates), ...outputs(args).map(overwritten)]),
    ...each("sort", sort),
    ...each("grep egrep fgrep zgrep rg ag ack ugrep findstr", search),
    ...each("sed gsed", sed),
    ...each("awk gawk mawk nawk jq yq", program),
    ...each(DELETERS, (args) => all("delete", readOptions(args))),
    ...each("rename prename mmv vidir ren rni rename-item", (args) =>
      readOptions(args)
        .operands.flatMap(fromGlob)
        .map((text) => ({ text, use: "delete" })),
    ),
    ...each("shred wipe set-content sc clear-content clc out-file add-content", (args) =>
      all("overwrite", readOptions(args, "n s")),
    ),
    ...each("gzip gunzip bzip2 bunzip2 xz unxz lzma compress uncompress", compress),
    ...each("vi vim nvim ex ed emacs nano view", (args) =>
      all("overwrite", readOptions(args, "c S u")).concat(inEditor(args)),
    ),
    ...each("mv move mi move-item", move),
    ...each("cp install copy ci cpi copy-item", copy),
    ...each("ln", link),
    ...each("rsync scp", remote),
    ...each("truncate fallocate", truncate),
    ...each("tee sponge", tee),
    ...each("touch mkdir chmod chown chgrp mkfifo mknod", touch),
    ...each("dd", dd),
    ...each("curl", curl),
    ...each("wget", wget),
    ...each("tar bsdtar", tar),
    ...each("zip 7z", zip),
    ...each("unzip", unzip),
    ...each("find", find),
    ...each("perl", perl),
  ]);
  return known;
}

function each(names: string, reader: Reader): readonly (readonly [string, Reader])[] {
  return names.split(" ").map((name) => [name, reader] as const);
}

const NAMES_ONLY =
  "echo printf true false : test [ [[ ls dir ll tree stat basename dirname realpath readlink which whereis " +
  "command pwd cd pushd popd df export unset set shift return exit wait sleep seq kill jobs hash ulimit umask " +
  "read printenv whoami id uname hostname groups ps top free lsof man help alias unalias local declare typeset readonly " +
  "getopts history clear yes expr let trap eval fd locate mktemp env sudo nohup time timeout tput stty";

const WHOLE_READERS =
  "cat bat tac nl head tail less more most od hexdump hd strings base64 base32 wc cut paste column fold fmt pr rev " +
  "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum md5 shasum diff sdiff colordiff cmp comm join " +
  "vimdiff source . gzip-less zcat bzcat xzcat open xdg-open pbcopy xclip expand unexpand tsort delta glow look " +
  "type get-content gc select-string sls";

const DELETERS = "rm unlink rmdir trash rimraf del del-cli trash-put rmtrash srm rip gomi erase rd remove-item ri gio";

function asRead({ text }: WordUse): WordUse {
  return read(text);
}

function all(use: WordUse["use"], { operands }: Options): readonly WordUse[] {
  return operands.map((text) => ({ text, use }));
}

/** What names its files by a flag only. */
const fileLists: Reader = (args) => {
  const options = readOptions(args, "f a I n P d s E L file files-from files0-from arg-file");
  return valuesOf(options, "-f", "-a", "--file", "--files-from", "--files0-from", "--arg-file").map(read);
};

function secondOperand(args: readonly string[]): readonly WordUse[] {
  return readOptions(args, "f s w c l n o").operands.slice(1, 2).map(overwritten);
}

/** Puts another file in the place of the one it is given, unless told to keep it. */
const compress: Reader = (args) => {
  const options = readOptions(args, "S b");
  const keeps = has(options, "-c", "-k", "-l", "-t", "-d", "--stdout", "--keep", "--list", "--test", "--to-stdout");
  return options.operands.flatMap((text): readonly WordUse[] => [
    read(text),
    ...(keeps ? [] : [{ text, use: "delete" as const }]),
    ...(/\.(?:gz|bz2|xz|lzma|Z)$/.test(text) ? [overwritten(text.replace(/\.\w+$/, ""))] : []),
  ]);
};

const truncate: Reader = (args) => {
  const options = readOptions(args, "s r l o size reference");
  const size = valuesOf(options, "-s", "--size")[0];
  return options.operands.map((text) =>
    size === "0" ? { text, use: "overwrite", effect: { kind: "replace", text: "" } } : overwritten(text),
  );
};

/** Files that an editor's own commands read and write. */
function inEditor(args: readonly string[]): readonly WordUse[] {
  return args
    .flatMap((arg) => /^\+?(?:r|w|e|sav)!?\s+(\S+)/.exec(arg)?.[1] ?? [])
    .map((text) => ({ text, use: "named" }));
}

const sort: Reader = (args) => {
  const options = readOptions(args, "k t o S T output key");
  return [...all("read", options), ...valuesOf(options, "-o", "--output").map(overwritten)];
};

/** The first operand is what is looked for, unless a flag gave it. */
const search: Reader = (args) => {
  const options = readOptions(args, "e f A B C m d D g t T j regexp file include exclude glob type max-count context");
  const patternGiven = has(options, "-e", "-f", "--regexp", "--file", "--files");
  const filters = valuesOf(options, "-g", "--glob", "--include", "--iglob").filter((glob) => !glob.startsWith("!"));
  const places = options.operands.slice(patternGiven ? 0 : 1);
  const left = valuesOf(options, "--exclude").flatMap(fromGlob);
  return [
    ...(searchesAll(options) && filters.length === 0
      ? (places.length > 0 ? places : ["."]).map((text): WordUse => ({ text, use: "read", deep: { left } }))
      : places.map(read)),
    ...valuesOf(options, "-f", "--file").map(read),
    ...filters.flatMap(fromGlob).map(read),
  ];
};

/** Whether it goes through a folder without leaving out what is hidden, or ignored by git. */
function searchesAll(options: Options): boolean {
  const unlimited = options.flags.filter((flag) => flag === "-u").length;
  return (
    has(options, "-r", "-R", "--recursive", "--dereference-recursive") ||
    unlimited > 1 ||
    (has(options, "--no-ignore") && has(options, "--hidden"))
  );
}

const program: Reader = (args) => {
  const options = readOptions(args, "F v f from-file L arg argjson slurpfile rawfile indent");
  const files = valuesOf(options, "-f", "--from-file");
  const given = valuesOf(options, "-v").flatMap(candidates);
  const operands = options.operands.slice(has(options, "-f", "--from-file") ? 0 : 1);
  return [
    ...operands.map((text): WordUse => ({ text, use: has(options, "-i") ? "write" : "read" })),
    ...given,
    ...files.map(read),
    ...args.filter((_, index) => /^--(?:rawfile|slurpfile|argfile)$/.test(args[index - 2] ?? "")).map(read),
  ];
};

const perl: Reader = (args) => {
  const inPlace = args.some((arg) => /^-[a-zA-Z0-9]*i/.test(arg));
  const options = readOptions(args, "e E I M");
  return options.operands.map((text) => ({ text, use: inPlace ? "overwrite" : "named" }));
};

const tee: Reader = (args, input) => {
  const options = readOptions(args);
  if (has(options, "-a", "--append")) return all("write", options);
  if (typeof input !== "string" || hasUnknown(input)) return all("overwrite", options);
  return options.operands.map((text) => ({ text, use: "overwrite", effect: { kind: "replace", text: input } }));
};

const touch: Reader = (args) => all("write", readOptions(args, "m d r t mode date reference"));

const dd: Reader = (args) =>
  args.flatMap((arg) => {
    if (arg.startsWith("if=")) return [read(arg.slice(3))];
    return arg.startsWith("of=") ? [overwritten(arg.slice(3))] : [];
  });

const find: Reader = (args) => {
  const call = readFind(args);
  const gone = call.deletes ? (call.isNarrowed ? call.found : call.places) : [];
  return [...gone.map((text): WordUse => ({ text, use: "delete" })), ...call.written.map(overwritten)];
};
