import type { PhaseView } from "./types.ts";
import { readUat } from "./uat.ts";

export interface UatVerdict {
  readonly passed: boolean;
  /** Relative to the project root. */
  readonly uatFiles: readonly string[];
  readonly verificationFiles: readonly string[];
  readonly checks: readonly { readonly file: string; readonly test: string; readonly result: string | null }[];
  /** Everything that stands against a pass, each with its file. */
  readonly blockers: readonly string[];
}

export interface UatSource {
  /** Names in the phase directory. */
  readonly names: (directory: string) => readonly string[];
  /** Null when the file cannot be read. */
  readonly text: (path: string) => string | null;
}

/** Whether a phase may be left behind: its verification has passed, and so have all its acceptance reports, if any. */
export function judgeUat(phase: PhaseView, source: UatSource): UatVerdict {
  const blockers: string[] = [];
  const checks: { file: string; test: string; result: string | null }[] = [];
  const { status, file } = phase.verification;
  if (!phase.complete) blockers.push(`Its verification is ${status}${file === null ? "" : ` (${file})`}.`);
  const { directory } = phase;
  const names = directory === null ? [] : source.names(directory).filter((name) => /(?:^|-)UAT\.md$/.test(name));
  const uatFiles = names.map((name) => `${directory}/${name}`);
  for (const path of uatFiles) {
    const text = source.text(path);
    if (text === null) {
      blockers.push(`${path}: It cannot be read.`);
      continue;
    }
    const reading = readUat(text);
    for (const test of reading.tests) checks.push({ file: path, test: test.name, result: test.result });
    for (const blocker of reading.blockers) blockers.push(`${path}: ${blocker}`);
  }
  const verificationFiles = file === null ? [] : [file];
  return { passed: blockers.length === 0, uatFiles, verificationFiles, checks, blockers };
}
