import { readFrontmatter } from "./frontmatter.ts";
import { maskInert } from "./markdown.ts";

const AT_PATH = /(?:^|[\s(])@((?:~|\.{1,2})?[\w./-]*[\w-]\.[A-Za-z][A-Za-z0-9]{0,7})(?![\w/])/gm;
const QUOTED_PATH = /`([\w.-]+(?:\/[\w.-]+)+\.[A-Za-z][A-Za-z0-9]{0,7})`/g;

/** The files that a Markdown text points to: `@path` and paths in backticks, outside code blocks, each once. */
export function fileReferences(text: string): readonly string[] {
  const prose = maskInert(text, readFrontmatter(text).body);
  const found = [...prose.matchAll(AT_PATH), ...prose.matchAll(QUOTED_PATH)].map((match) => match[1] ?? "");
  return [...new Set(found)].filter((path) => path !== "" && !path.startsWith("~"));
}
