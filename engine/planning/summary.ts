import { type FrontmatterProblem, readFrontmatter } from "./frontmatter.ts";

export interface SummaryReading {
  /** In lower case; null when the summary names none. */
  readonly status: string | null;
  readonly problem: FrontmatterProblem | null;
}

/** Reads what a summary says about its plan. */
export function readSummary(text: string): SummaryReading {
  const front = readFrontmatter(text);
  if (!front.ok) return { status: null, problem: front.problem };
  const { status } = front.fields;
  const word = typeof status === "string" ? status.trim().toLowerCase() : "";
  return { status: word === "" ? null : word, problem: null };
}
