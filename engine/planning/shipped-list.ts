import { lineEndOf } from "./markdown.ts";
import { oneLine } from "./text-edit.ts";

export interface ShippedEntry {
  readonly version: string;
  readonly name: string;
  /** When it shipped, in words. */
  readonly when: string;
  readonly lines: readonly string[];
}

/** MILESTONES.md with one more entry, above the others. Null stands for a file that is not there. */
export function withShipped(text: string | null, { version, name, when, lines }: ShippedEntry): string {
  const end = lineEndOf(text ?? "");
  const title = name === version ? version : `${version} ${oneLine(name)}`;
  const entry = [`## ${title} (${when})`, "", ...lines, ""];
  if (text === null) return ["# Milestones", "", ...entry].join(end);
  const heading = /^#\s[^\r\n]*(?:\r\n|\n|\r)+/m.exec(text);
  const at = heading === null ? 0 : heading.index + heading[0].length;
  return text.slice(0, at) + entry.join(end) + end + text.slice(at);
}

/** Versions that have an archived roadmap among these names and no heading in MILESTONES.md. */
export function unlistedMilestones(text: string | null, archived: readonly string[]): readonly string[] {
  const listed = new Set([...(text ?? "").matchAll(/^##\s+(v\d+(?:\.\d+)*)\b/gim)].map(([, version]) => version));
  return archived
    .flatMap((name) => /^(v\d+(?:\.\d+)*)-ROADMAP\.md$/i.exec(name)?.[1] ?? [])
    .filter((version) => !listed.has(version));
}
