/** What a milestone heading says. */
export interface MilestoneMark {
  readonly heading: string;
  /** `v1.0`, or null for a heading that only carries a mark. */
  readonly version: string | null;
  readonly shipped: boolean;
}

const VERSION = /\bv\d+(?:\.\d+)+\b/i;
const MARKS = /[✅🚧🔄📋]/u;

export function milestoneOfHeading(title: string): MilestoneMark | null {
  const version = VERSION.exec(title)?.[0].toLowerCase() ?? null;
  if (version === null && !MARKS.test(title)) return null;
  return { heading: title, version, shipped: title.includes("✅") };
}

/** A folded part names a milestone by the version in its summary; folded milestones have shipped. */
export function milestoneOfSummary(summary: string): MilestoneMark | null {
  const version = VERSION.exec(summary)?.[0].toLowerCase() ?? null;
  return version === null ? null : { heading: summary.replace(/<[^>]*>/g, "").trim(), version, shipped: true };
}

/** Gives the headings and list entries of a milestone the mark of one that has shipped. */
export function markShipped(line: string, version: string): string {
  const named = VERSION.exec(line)?.[0].toLowerCase();
  if (named !== version.toLowerCase() && named !== `v${version}`.toLowerCase()) return line;
  if (line.includes("✅")) return line;
  return /[🚧🔄📋]\uFE0F?/u.test(line) ? line.replace(/[🚧🔄📋]\uFE0F?/u, "✅") : line;
}
