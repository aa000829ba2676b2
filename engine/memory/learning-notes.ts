import { readFrontmatter } from "../planning/frontmatter.ts";
import { parseHeading, walkProse } from "../planning/markdown.ts";

export interface LearningNote {
  /** The heading that the note stands under. */
  readonly context: string;
  readonly text: string;
}

/** The list items of a LEARNINGS file, each with its heading. A line that goes on belongs to its item. */
export function readLearningNotes(text: string): readonly LearningNote[] {
  const notes: { context: string; text: string }[] = [];
  let context = "";
  let open: { context: string; text: string } | null = null;
  walkProse(text, readFrontmatter(text).body, (line) => {
    const heading = parseHeading(line.text);
    const item = /^[-*+]\s+(?:\[[ xX]\]\s+)?(.+?)\s*$/.exec(line.text)?.[1];
    if (heading !== null) {
      context = heading.title;
      open = null;
    } else if (item !== undefined) {
      open = { context, text: item };
      notes.push(open);
    } else if (open !== null && /^\s+\S/.test(line.text)) open.text += ` ${line.text.trim()}`;
    else open = null;
  });
  return notes.filter((note) => !/^(?:none(?: yet)?|n\/a)\.?$/i.test(note.text));
}
