import type { KeyLink, NeededArtifact } from "./must-haves.ts";
import { readProjectFile } from "./project-file.ts";

export interface CheckedArtifact {
  readonly path: string;
  readonly exists: boolean;
  readonly issues: readonly string[];
  readonly passed: boolean;
}

export interface CheckedLink {
  readonly from: string;
  readonly to: string;
  readonly via: string;
  readonly issues: readonly string[];
  readonly passed: boolean;
}

/** A pattern of somebody else's is searched for only where it cannot take for ever. */
const MAX_PATTERN = 200;
const COSTLY = /\([^()]*[+*|{][^()]*\)[+*{]|\\[1-9]/;

export function checkArtifact(root: string, artifact: NeededArtifact): CheckedArtifact {
  const file = readProjectFile(root, artifact.path);
  if (!file.ok) {
    const issue = file.reason === "absent" ? "It is not there" : `It cannot be read (${file.reason})`;
    return { path: artifact.path, exists: file.reason === "unreadable", issues: [issue], passed: false };
  }
  const { text } = file;
  const lines = text === "" ? 0 : text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n").length;
  const issues = [
    ...(artifact.minLines !== null && lines < artifact.minLines
      ? [`It has ${lines} line(s), ${artifact.minLines} are needed`]
      : []),
    ...artifact.contains.filter((part) => !text.includes(part)).map((part) => `It does not contain ${part}`),
    ...artifact.exports.filter((name) => !isExported(text, name)).map((name) => `It does not export ${name}`),
  ];
  return { path: artifact.path, exists: true, issues, passed: issues.length === 0 };
}

/** A link holds when the file it starts in shows the pattern, or without one names where it leads. */
export function checkLink(root: string, { from, to, via, pattern }: KeyLink): CheckedLink {
  const link = { from, to, via };
  const file = readProjectFile(root, from);
  if (!file.ok) return { ...link, issues: [`${from} is not there`], passed: false };
  if (pattern === null) {
    const name = (to.split("/").at(-1) ?? to).replace(/\.\w+$/, "");
    const passed = file.text.includes(to) || file.text.includes(name);
    return { ...link, issues: passed ? [] : [`${from} does not name ${to}`], passed };
  }
  const found = search(file.text, pattern);
  if (found === "costly")
    return { ...link, issues: [`The pattern ${pattern} is too costly to search for`], passed: false };
  const target = found ? null : readProjectFile(root, to);
  const passed = found || (target?.ok === true && search(target.text, pattern) === true);
  return { ...link, issues: passed ? [] : [`Neither file shows ${pattern}`], passed };
}

function search(text: string, pattern: string): boolean | "costly" {
  if (text.includes(pattern)) return true;
  if (pattern.length > MAX_PATTERN || COSTLY.test(pattern)) return "costly";
  try {
    return new RegExp(pattern, "m").test(text);
  } catch {
    // What is no expression can only be meant as it stands.
    return false;
  }
}

function isExported(text: string, name: string): boolean {
  const word = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`\\bexports?\\b[^;\\n]*(?<![\\w$])${word}(?![\\w$])`).test(text);
}
