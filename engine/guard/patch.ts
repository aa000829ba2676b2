import type { Edit, PathUse } from "./path-use.ts";

const HEADER = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/;
const END = /^\*\*\* (?:Begin|End) (?:Patch|of File)/;

interface Draft {
  path: string;
  use: "write" | "delete";
  isNew: boolean;
  /** Lines with their sign, by hunk. */
  readonly hunks: string[][];
}

/** Takes the files out of a patch envelope. A move deletes what it moves and writes where it moves to. */
export function readPatch(text: string): readonly PathUse[] {
  const drafts: Draft[] = [];
  let current: Draft | null = null;
  for (const line of text.split(/\r?\n/)) {
    const header = HEADER.exec(line);
    if (header?.[2]) {
      const path = header[2];
      if (header[1] === "Move to" && current) current.use = "delete";
      current = draft(path, header[1] === "Delete File" ? "delete" : "write", header[1] === "Add File");
      drafts.push(current);
    } else if (current && !END.test(line)) note(line, current);
  }
  return drafts.length > 0 ? drafts.map(useOf) : readUnified(text);
}

function draft(path: string, use: Draft["use"], isNew: boolean): Draft {
  return { path, use, isNew, hunks: [] };
}

function note(line: string, { hunks }: Draft): void {
  if (line.startsWith("@@")) hunks.push([]);
  else if (hunks.length === 0) hunks.push([line]);
  else hunks.at(-1)?.push(line);
}

function useOf({ path, use, isNew, hunks }: Draft): PathUse {
  if (use === "delete") return { path, use };
  const added = signed(hunks.flat(), "+").join("\n");
  if (isNew) return { path, use, effect: { kind: "replace", text: added } };
  const removed = signed(hunks.flat(), "-").join("\n").length;
  return { path, use, effect: { kind: "hunks", edits: hunks.map(editOf), removed, added: added.length } };
}

function signed(lines: readonly string[], signs: string): readonly string[] {
  return lines.filter((line) => line !== "" && signs.includes(line.charAt(0))).map((line) => line.slice(1));
}

function editOf(hunk: readonly string[]): Edit {
  return { before: signed(hunk, " -").join("\n"), after: signed(hunk, " +").join("\n"), everywhere: false };
}

/** A patch in the form of `diff -u`. */
function readUnified(text: string): readonly PathUse[] {
  const drafts: Draft[] = [];
  let old = "";
  let current: Draft | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("--- ")) old = fileOf(line);
    else if (line.startsWith("+++ ")) {
      const name = fileOf(line);
      const isGone = name === "/dev/null";
      current = draft(isGone ? old : name, isGone ? "delete" : "write", old === "/dev/null");
      drafts.push(current);
    } else if (current) note(line, current);
  }
  return drafts.map(useOf);
}

function fileOf(line: string): string {
  const name = line.slice(4).replace(/\t.*$/, "").trim();
  return name.replace(/^[ab]\//, "");
}
