import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { readFrontmatter } from "../../planning/frontmatter.ts";
import { readSections, walkProse } from "../../planning/markdown.ts";

export interface Claims {
  readonly files: readonly string[];
  readonly commits: readonly string[];
}

const HASH = /^[0-9a-f]{7,40}$/;
const COMMIT_SECTION = /\bcommits?$/i;

/** The files and commits that a summary says the work left behind. */
export function readClaims(summary: string): Claims {
  const front = readFrontmatter(summary);
  const fields: JsonObject = front.ok ? front.fields : {};
  const keyFiles = isJsonObject(fields["key-files"]) ? fields["key-files"] : {};
  const files = [...textsOf(keyFiles.created), ...textsOf(keyFiles.modified)].flatMap(pathIn);
  const commits = [...textsOf(fields.commits).map((text) => text.trim()), ...commitsIn(summary, front.body)];
  return { files: [...new Set(files)], commits: [...new Set(commits.filter((commit) => HASH.test(commit)))] };
}

function textsOf(value: Json | undefined): string[] {
  if (typeof value === "string") return value.split(",");
  return Array.isArray(value) ? value.filter((item: Json) => typeof item === "string") : [];
}

/** Summaries write `src/a.ts - what it does`. What holds for several files at once is no claim on one. */
function pathIn(text: string): string[] {
  const path = (text.split(/\s+(?:[-–—(]|—)/)[0] ?? "").trim().replace(/^`|`$/g, "");
  return path === "" || /[*?\s{}]/.test(path) ? [] : [path];
}

function commitsIn(summary: string, body: number): string[] {
  const found: string[] = [];
  for (const section of readSections(summary, body)) {
    if (!COMMIT_SECTION.test(section.title)) continue;
    walkProse(summary.slice(0, section.end), section.body, ({ text }) => {
      for (const match of text.matchAll(/`([0-9a-f]{7,40})`/g)) found.push(match[1] ?? "");
    });
  }
  return found;
}
