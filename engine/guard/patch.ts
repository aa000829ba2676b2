import type { PathUse } from "./path-use.ts";

const HEADER = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/;
const END = /^\*\*\* (?:Begin|End) (?:Patch|of File)/;

interface Draft {
  path: string;
  use: "write" | "delete";
  isNew: boolean;
  readonly removed: string[];
  readonly added: string[];
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
    } else if (current && !END.test(line)) {
      if (line.startsWith("-")) current.removed.push(line.slice(1));
      if (line.startsWith("+")) current.added.push(line.slice(1));
    }
  }
  return drafts.length > 0 ? drafts.map(useOf) : readUnified(text);
}

function draft(path: string, use: Draft["use"], isNew: boolean): Draft {
  return { path, use, isNew, removed: [], added: [] };
}

function useOf({ path, use, isNew, removed, added }: Draft): PathUse {
  if (use === "delete") return { path, use };
  const addedText = added.join("\n");
  if (isNew) return { path, use, effect: { kind: "replace", text: addedText } };
  return {
    path,
    use,
    effect: { kind: "hunks", removed: removed.join("\n").length, added: addedText.length, addedText },
  };
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
    } else if (current && line.startsWith("-")) current.removed.push(line.slice(1));
    else if (current && line.startsWith("+")) current.added.push(line.slice(1));
  }
  return drafts.map(useOf);
}

function fileOf(line: string): string {
  const name = line.slice(4).replace(/\t.*$/, "").trim();
  return name.replace(/^[ab]\//, "");
}
