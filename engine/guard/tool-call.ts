import { isJsonObject, type Json, type JsonObject } from "../json.ts";

/** What a call would do with one path. */
export interface PathUse {
  readonly path: string;
  readonly use: "read" | "write" | "delete";
  /** The whole new content, where the tool gives it. */
  readonly content?: string;
}

export type ToolCall =
  | { readonly kind: "paths"; readonly uses: readonly PathUse[] }
  | { readonly kind: "shell"; readonly command: string }
  /** A tool the engine knows to be harmless, its own among them. */
  | { readonly kind: "harmless" }
  /** A tool nobody told us about: every text in its arguments may be a path that it writes. */
  | { readonly kind: "unknown"; readonly texts: readonly string[] };

const READERS = new Set(["read", "grep", "glob", "find", "ls", "list"]);
const WRITERS = new Set(["write", "edit", "multiedit", "multi_edit", "notebookedit"]);
const SHELLS = new Set(["bash", "shell"]);
const HARMLESS = new Set([
  "task",
  "skill",
  "question",
  "todowrite",
  "todoread",
  "webfetch",
  "websearch",
  "invalid",
  "codemode",
]);
const OWN = /^gsd_[a-z_]+$/;
const PATH_ARGUMENTS = ["filePath", "file_path", "path", "notebook_path"] as const;

/** Reads a host's tool call in the guard's terms. Both hosts' tools and argument names are known. */
export function readToolCall(tool: string, args: JsonObject): ToolCall {
  const name = tool.toLowerCase();
  if (READERS.has(name)) return { kind: "paths", uses: pathsOf(args).map((path) => ({ path, use: "read" })) };
  if (WRITERS.has(name)) return { kind: "paths", uses: pathsOf(args).map((path) => writeOf(path, args)) };
  if (name === "apply_patch" || name === "patch") return { kind: "paths", uses: readPatch(patchText(args)) };
  if (SHELLS.has(name)) return { kind: "shell", command: textAt(args, "command") ?? "" };
  if (HARMLESS.has(name) || OWN.test(name)) return { kind: "harmless" };
  return { kind: "unknown", texts: textsIn(args) };
}

function pathsOf(args: JsonObject): readonly string[] {
  return PATH_ARGUMENTS.flatMap((name) => textAt(args, name) ?? []);
}

function writeOf(path: string, args: JsonObject): PathUse {
  const content = textAt(args, "content");
  return content === undefined ? { path, use: "write" } : { path, use: "write", content };
}

function textAt(args: JsonObject, name: string): string | undefined {
  const value = args[name];
  return typeof value === "string" ? value : undefined;
}

function patchText(args: JsonObject): string {
  return textAt(args, "patchText") ?? textAt(args, "patch") ?? textAt(args, "input") ?? "";
}

const PATCH_HEADER = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/;

/** Takes the files out of a patch envelope. A move deletes what it moves and writes where it moves to. */
function readPatch(text: string): readonly PathUse[] {
  const uses: PathUse[] = [];
  let updated: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const header = PATCH_HEADER.exec(line);
    if (!header?.[2]) continue;
    const path = header[2];
    switch (header[1]) {
      case "Delete File":
        uses.push({ path, use: "delete" });
        break;
      case "Move to":
        if (updated !== null) uses.push({ path: updated, use: "delete" });
        uses.push({ path, use: "write" });
        break;
      default:
        updated = path;
        uses.push({ path, use: "write" });
    }
  }
  return uses;
}

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
