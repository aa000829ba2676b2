import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { readPatch } from "./patch.ts";
import type { Edit, Effect, PathUse } from "./path-use.ts";
import type { ToolClass } from "./tool-classes.ts";

export type ToolCall =
  | { readonly kind: "paths"; readonly of: "read" | "write"; readonly uses: readonly PathUse[] }
  | { readonly kind: "shell"; readonly command: string; readonly folder?: string }
  /** A tool the engine knows to be harmless, its own among them. */
  | { readonly kind: "harmless"; readonly of: ToolClass }
  /** A tool nobody told us about: every text in its arguments may be a path, or a command, that it acts on. */
  | { readonly kind: "unknown"; readonly texts: readonly string[]; readonly command?: string };

const READERS = new Set(["read", "grep", "glob", "find", "ls", "list"]);
const WRITERS = new Set(["write", "edit", "multiedit", "multi_edit", "notebookedit", "str_replace"]);
const PATCHERS = new Set(["apply_patch", "patch"]);
const SHELLS = new Set(["bash", "shell"]);
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
const OWN = /^gsd_[a-z_]+$/;
const PATH_ARGUMENTS = ["filePath", "file_path", "path", "notebook_path"] as const;
/** Arguments that narrow a search to some files. */
const FILTERS = ["include", "glob"] as const;
const COMMAND_ARGUMENTS = ["command", "cmd", "script"] as const;

/** Reads a host's tool call in the guard's terms. Both hosts' tools and argument names are known. */
export function readToolCall(tool: string, args: JsonObject): ToolCall {
  const name = tool.toLowerCase();
  if (READERS.has(name)) return { kind: "paths", of: "read", uses: readsOf(name, args) };
  if (WRITERS.has(name)) return { kind: "paths", of: "write", uses: writesOf(args) };
  if (PATCHERS.has(name)) return { kind: "paths", of: "write", uses: readPatch(patchText(args)) };
  if (SHELLS.has(name)) return shellOf(args);
  if (OWN.test(name)) return { kind: "harmless", of: "own" };
  const harmless = HARMLESS.get(name);
  if (harmless !== undefined) return { kind: "harmless", of: harmless };
  const command = firstText(args, COMMAND_ARGUMENTS);
  return { kind: "unknown", texts: textsIn(args), ...(command !== undefined && { command }) };
}

export function classOf(call: ToolCall): ToolClass {
  if (call.kind === "shell") return "shell";
  return call.kind === "unknown" ? "other" : call.of;
}

function shellOf(args: JsonObject): ToolCall {
  const folder = firstText(args, ["workdir", "cwd"]);
  return { kind: "shell", command: textAt(args, "command") ?? "", ...(folder !== undefined && { folder }) };
}

function pathsOf(args: JsonObject): readonly string[] {
  return PATH_ARGUMENTS.flatMap((name) => textAt(args, name) ?? []);
}

function readsOf(name: string, args: JsonObject): readonly PathUse[] {
  const paths = pathsOf(args);
  const folder = paths[0] === undefined ? "" : `${paths[0].replace(/\/+$/, "")}/`;
  const filters = FILTERS.flatMap((filter) => textAt(args, filter) ?? []);
  if (name === "glob" || name === "find") filters.push(textAt(args, "pattern") ?? "");
  const named = filters.filter((filter) => filter !== "").map((filter) => `${folder}${filter}`);
  return [...paths, ...named].map((path) => ({ path, use: "read" }));
}

function writesOf(args: JsonObject): readonly PathUse[] {
  const effect = effectOf(args);
  return pathsOf(args).map((path) => (effect === null ? { path, use: "write" } : { path, use: "write", effect }));
}

function effectOf(args: JsonObject): Effect | null {
  const text = textAt(args, "content");
  if (text !== undefined) return { kind: "replace", text };
  const list = Array.isArray(args.edits) ? args.edits.filter(isJsonObject) : [args];
  const edits = list.flatMap((edit): readonly Edit[] => {
    const before = firstText(edit, ["oldString", "oldText", "old_string", "old_str"]);
    const after = firstText(edit, ["newString", "newText", "new_string", "new_str"]) ?? "";
    return before === undefined
      ? []
      : [{ before, after, everywhere: isTrue(edit.replaceAll) || isTrue(edit.replace_all) }];
  });
  return edits.length === 0 ? null : { kind: "edits", edits };
}

function isTrue(value: Json | undefined): boolean {
  return value === true || value === "true";
}

function textAt(args: JsonObject, name: string): string | undefined {
  const value = args[name];
  return typeof value === "string" ? value : undefined;
}

function firstText(args: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = textAt(args, name);
    if (text !== undefined) return text;
  }
  return undefined;
}

function patchText(args: JsonObject): string {
  return firstText(args, ["patchText", "patch", "input"]) ?? "";
}

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
