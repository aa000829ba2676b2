import { isJsonObject, type JsonObject } from "../json.ts";
import { commandLine, namedTexts, type Scripts, scriptsIn } from "./call-arguments.ts";
import { effectOf, isWrittenText } from "./edit-effect.ts";
import { readPatch } from "./patch.ts";
import type { PathUse } from "./path-use.ts";
import type { ToolClass } from "./tool-classes.ts";

export type ToolCall =
  | { readonly kind: "paths"; readonly of: "read" | "write"; readonly uses: readonly PathUse[] }
  | { readonly kind: "shell"; readonly command: string; readonly folder?: string; readonly dialect: Dialect }
  /** A tool the engine knows to be harmless, its own among them. */
  | { readonly kind: "harmless"; readonly of: ToolClass }
  /** A tool nobody told us about: every text in its arguments may be a path, or a command, that it acts on. */
  | { readonly kind: "unknown"; readonly texts: readonly string[]; readonly scripts: Scripts };

export type Dialect = "posix" | "powershell";

const READERS = new Set(["read", "grep", "glob", "find", "ls", "list"]);
const WRITERS = new Set(["write", "edit", "multiedit", "multi_edit", "notebookedit", "str_replace"]);
const PATCHERS = new Set(["apply_patch", "patch"]);
const SHELLS: ReadonlyMap<string, Dialect> = new Map([
  ["bash", "posix"],
  ["shell", "posix"],
  ["powershell", "powershell"],
]);
const HARMLESS: ReadonlyMap<string, ToolClass> = new Map([
  ["task", "task"],
  ["skill", "read"],
  ["question", "own"],
  ["todowrite", "own"],
  ["todoread", "own"],
  ["webfetch", "web"],
  ["websearch", "web"],
  ["invalid", "own"],
  ["codemode", "other"],
]);
/** Ours by their whole names: a server that calls itself like us gives its tools the same beginning. */
const OWN: ReadonlySet<string> = new Set(["gsd_next", "gsd_point", "gsd_state", "gsd_command", "gsd_doctor"]);
/** Arguments that narrow a search to some files. */
const FILTERS = /^(?:include|glob|globs)$/;
/** Arguments of a search that are looked for, or say how. */
const SOUGHT = /^(?:pattern|query|regex|outputmode|type)$/;
const COMMAND_ARGUMENTS = ["command", "cmd", "script"] as const;
const FOLDER_ARGUMENTS = ["workdir", "cwd", "directory"] as const;

/** Reads a host's tool call in the guard's terms. Both hosts' tools and argument names are known. */
export function readToolCall(tool: string, args: JsonObject): ToolCall {
  const name = tool.trim().toLowerCase();
  if (READERS.has(name)) return { kind: "paths", of: "read", uses: readsOf(name, args) };
  if (WRITERS.has(name)) return { kind: "paths", of: "write", uses: writesOf(args) };
  if (PATCHERS.has(name)) return { kind: "paths", of: "write", uses: patchedBy(args) };
  const dialect = SHELLS.get(name);
  if (dialect !== undefined) return shellOf(args, dialect);
  if (OWN.has(name)) return { kind: "harmless", of: "own" };
  const file = name === "webfetch" ? namedTexts(args).find(({ text }) => /^\s*file:/i.test(text)) : undefined;
  if (file !== undefined) return { kind: "paths", of: "read", uses: [{ path: file.text.trim(), use: "read" }] };
  const harmless = HARMLESS.get(name);
  if (harmless !== undefined) return { kind: "harmless", of: harmless };
  return { kind: "unknown", texts: unknownTexts(args), scripts: scriptsIn(args) };
}

export function classOf(call: ToolCall): ToolClass {
  if (call.kind === "shell") return "shell";
  return call.kind === "unknown" ? "other" : call.of;
}

function shellOf(args: JsonObject, dialect: Dialect): ToolCall {
  const command = COMMAND_ARGUMENTS.map((name) => commandLine(args[name])).find((line) => line !== undefined);
  const folder = FOLDER_ARGUMENTS.map((name) => args[name]).find((value) => typeof value === "string");
  return { kind: "shell", command: command ?? "", dialect, ...(typeof folder === "string" && { folder }) };
}

function readsOf(name: string, args: JsonObject): readonly PathUse[] {
  const texts = namedTexts(args).filter(({ text }) => text !== "");
  const isFilter = (argument: string) =>
    FILTERS.test(argument) || (argument === "pattern" && (name === "glob" || name === "find"));
  const paths = texts.filter((one) => !isFilter(one.name) && !SOUGHT.test(one.name)).map(({ text }) => text);
  const folder = paths[0] === undefined ? "" : `${paths[0].replace(/\/+$/, "")}/`;
  const filters = texts.filter((one) => isFilter(one.name) && !one.text.startsWith("!"));
  // Only a search through contents shows what it comes upon.
  const content = name === "grep";
  return [
    ...paths.map((path): PathUse => ({ path, use: "read", ...(content && { deep: true }) })),
    ...filters.map(({ text }): PathUse => ({ path: `${folder}${text}`, use: "read", ...(content && { deep: true }) })),
  ];
}

function writesOf(args: JsonObject): readonly PathUse[] {
  const effect = effectOf(args);
  return namedTexts(args)
    .filter(({ name, text }) => text !== "" && !isWrittenText(name) && !/^\s*[[{]/.test(text))
    .map(({ text }) => ({ path: text, use: "write", effect }));
}

/** The files in a patch, wherever in the arguments it stands, and those that are named beside it. */
function patchedBy(args: JsonObject): readonly PathUse[] {
  return namedTexts(args).flatMap(({ name, text }): readonly PathUse[] => {
    const uses = readPatch(text);
    if (uses.length > 0) return uses;
    return /path|file/.test(name) && !text.includes("\n") ? [{ path: text, use: "write" }] : [];
  });
}

const LONGEST_LIST = 64 * 1024;
const LIST = /[\s,;]+/;

/** Texts that may be paths: each as a whole, the items of one that lists paths, and those inside of JSON. */
function unknownTexts(args: JsonObject): readonly string[] {
  const texts = new Set<string>();
  const take = (text: string): void => {
    texts.add(text);
    if (text.length > LONGEST_LIST) return;
    const items = text.trim().split(LIST);
    if (items.length > 1 && items.length < 200 && items.every((item) => /[./\\~]/.test(item)))
      for (const item of items) texts.add(item);
    if (/^\s*[[{]/.test(text)) for (const [inner] of text.matchAll(/(?<=")[^"\n]{1,512}(?=")/g)) texts.add(inner);
  };
  for (const { text } of namedTexts(args)) take(text);
  for (const key of fieldNames(args)) texts.add(key);
  return [...texts];
}

/** Names of fields that look like a path rather than like a name. */
function fieldNames(value: JsonObject): readonly string[] {
  return Object.entries(value).flatMap(([key, part]) => [
    ...(/[./\\]/.test(key) ? [key] : []),
    ...(isJsonObject(part) ? fieldNames(part) : []),
  ]);
}
