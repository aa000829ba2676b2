import type { Edit, PathUse } from "./path-use.ts";

const HEADER = /^\s*\*{3}\s*(Add File|Update File|Delete File|Rename File|Move to|To):\s*(.+?)\s*$/i;
const END = /^\*\*\* (?:Begin|End) (?:Patch|of File)/;

interface Draft {
  path: string;
  use: "write" | "delete";
  isNew: boolean;
  /** Takes the place of what is there, with text from elsewhere. */
  isPlaced: boolean;
  /** Lines with their sign, by hunk. */
  readonly hunks: string[][];
}

/** Takes the files out of a patch envelope. A move deletes what it moves and writes where it moves to. */
export function readPatch(text: string): readonly PathUse[] {
  const drafts: Draft[] = [];
  let current: Draft | null = null;
  for (const line of text.split(/\r?\n/)) {
    const header = line.includes("***") ? HEADER.exec(line) : null;
    if (header?.[2]) {
      const path = header[2];
      const verb = header[1]?.toLowerCase() ?? "";
      const isTarget = verb === "move to" || verb === "to";
      if (isTarget && current) current.use = "delete";
      current = draft(path, /^(?:delete|rename)/.test(verb) ? "delete" : "write", verb === "add file");
      current.isPlaced = isTarget;
      drafts.push(current);
    } else if (current && !END.test(line)) note(line, current);
  }
  return drafts.length > 0 ? drafts.map(useOf) : readUnified(text);
}

function draft(path: string, use: Draft["use"], isNew: boolean): Draft {
  return { path, use, isNew, isPlaced: false, hunks: [] };
}

function note(line: string, { hunks }: Draft): void {
  if (line.startsWith("@@")) hunks.push([]);
  else if (hunks.length === 0) hunks.push([line]);
  else hunks.at(-1)?.push(line);
}

function useOf({ path, use, isNew, isPlaced, hunks }: Draft): PathUse {
  if (use === "delete") return { path, use };
  if (isPlaced) return { path, use, effect: { kind: "overwrite", size: null } };
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

const GIT_HEADER = /^(?:diff --git "?a\/(?<both>.+?)"? "?b\/.*|rename from (?<from>.+)|(?:rename|copy) to (?<to>.+))$/;

/** A patch in the form of `diff -u`, with what git adds to it. */
function readUnified(text: string): readonly PathUse[] {
  const drafts: Draft[] = [];
  let old = "";
  let named = "";
  let current: Draft | null = null;
  const begin = (path: string, use: Draft["use"], isNew = false) => {
    current = draft(path, use, isNew);
    drafts.push(current);
  };
  for (const line of text.split(/\r?\n/)) {
    const git = GIT_HEADER.exec(line)?.groups;
    if (git) {
      if (git.both) named = git.both;
      if (git.from) begin(git.from, "delete");
      if (git.to) begin(git.to, "write");
    } else if (/^deleted file mode /.test(line) && named !== "") begin(named, "delete");
    else if (line.startsWith("--- ")) old = fileOf(line);
    else if (line.startsWith("+++ ")) {
      const name = fileOf(line);
      if (name !== old && name !== "/dev/null" && old !== "/dev/null") begin(old, "write");
      begin(name === "/dev/null" ? old : name, name === "/dev/null" ? "delete" : "write", old === "/dev/null");
    } else if (current) note(line, current);
  }
  return drafts.map(useOf);
}

function fileOf(line: string): string {
  const name = line
    .slice(4)
    .replace(/\t.*$/, "")
    .trim()
    .replace(/^"(.*)"$/, "$1");
  return name.replace(/^[ab]\//, "");
}
