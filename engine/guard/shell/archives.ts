import { has, readOptions, valuesOf } from "./options.ts";
import { ANY } from "./text.ts";
import { candidates, overwritten, read, type WordUse } from "./word-use.ts";

type Args = readonly string[];

export function curl(args: Args): readonly WordUse[] {
  const options = readOptions(
    args,
    "o X H d F T u A b c K e x E data data-binary data-raw data-urlencode form upload-file output output-dir config header request cookie cert key url user",
  );
  const isRemoteName = has(options, "-O", "--remote-name");
  const folders = valuesOf(options, "--output-dir");
  const names = options.operands.filter((url) => /^\w+:/.test(url)).map(lastName);
  return [
    ...args.flatMap(candidates).map(({ text }) => read(text)),
    ...sent(args).map(read),
    ...valuesOf(options, "-o", "--output", "-c", "--cookie-jar").map(overwritten),
    ...(isRemoteName ? (folders.length > 0 ? folders : ["."]).flatMap((folder) => inFolder(folder, names)) : []),
    ...[...options.operands, ...valuesOf(options, "--url")]
      .filter((url) => /^file:/i.test(url))
      .map((url) => read(url.replace(/^file:\/*(?:localhost\/+)?/i, "/"))),
  ];
}

/** Files behind an at sign, or a `<`, in what is sent. */
function sent(args: Args): Args {
  return args.flatMap((value) => /[@<]"?([^;"]+)/.exec(value)?.[1] ?? []);
}

export function wget(args: Args): readonly WordUse[] {
  const options = readOptions(args, "O P o a i post-file body-file output-document directory-prefix input-file header");
  const folders = valuesOf(options, "-P", "--directory-prefix");
  return [
    ...valuesOf(options, "-O", "--output-document", "-o").map(overwritten),
    ...folders.map(overwritten),
    ...folders.flatMap((folder) => inFolder(folder, options.operands.map(lastName))),
    ...valuesOf(options, "--post-file", "--body-file", "-i", "--input-file").map(read),
  ];
}

function lastName(url: string): string {
  return url.replace(/[?#].*$/, "").replace(/^.*\//, "");
}

function inFolder(folder: string, names: Args): readonly WordUse[] {
  return names.filter((name) => name !== "").map((name) => overwritten(`${folder}/${name}`));
}

export function tar(args: Args): readonly WordUse[] {
  const [first = "", ...rest] = args;
  const plain = /^[a-zA-Z]+$/.test(first) ? [`-${first}`, ...rest] : args;
  const options = readOptions(plain, "f C X T file directory exclude exclude-from files-from");
  const archive = valuesOf(options, "-f", "--file");
  if (has(options, "-c", "--create", "-r", "-u")) {
    const isMoved = has(options, "--remove-files");
    const packed = options.operands.map((text): WordUse => ({ text, use: isMoved ? "delete" : "read" }));
    return [...packed, ...archive.map(overwritten)];
  }
  const members = has(options, "-t", "--list") || has(options, "-O", "--to-stdout") ? [] : options.operands;
  const folders = valuesOf(options, "-C", "--directory");
  return [
    ...archive.map(read),
    ...options.operands.map(read),
    ...members.map(overwritten),
    ...folders.flatMap(unpacked),
  ];
}

/** An archive may hold any name. */
function unpacked(folder: string): readonly WordUse[] {
  return [{ text: folder, use: "write" }, overwritten(`${folder.replace(/\/+$/, "")}/${ANY}`)];
}

export function zip(args: Args): readonly WordUse[] {
  const options = readOptions(args, "x i");
  const { operands } = options;
  const isMoved = has(options, "-m", "--move");
  const folders = args.flatMap((arg) => /^-o(.+)$/.exec(arg)?.[1] ?? []);
  return [
    ...operands.slice(0, 1).map(overwritten),
    ...operands.slice(1).map((text): WordUse => ({ text, use: isMoved ? "delete" : "read" })),
    ...folders.flatMap(unpacked),
  ];
}

export function unzip(args: Args): readonly WordUse[] {
  const options = readOptions(args, "d x");
  return valuesOf(options, "-d").flatMap(unpacked);
}
