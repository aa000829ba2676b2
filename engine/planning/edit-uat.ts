import { readFrontmatter } from "./frontmatter.ts";
import { readSections } from "./markdown.ts";
import { setSectionField } from "./text-edit.ts";

/** Sets the result of test `### <number>. …` in a user acceptance report; null when it has no such test. */
export function setUatResult(text: string, number: number, result: string): string | null {
  const title = new RegExp(`^0*${number}[.)]\\s`);
  const section = readSections(text, readFrontmatter(text).body).find(
    (one) => one.level === 3 && title.test(`${one.title} `),
  );
  return section === undefined ? null : setSectionField(text, section, "result", result);
}
