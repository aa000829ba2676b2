import { nameInPhase } from "./name-in-phase.ts";
import type { PhaseView } from "./types.ts";
import { isPass, readUat } from "./uat.ts";

/** Files are named as they lie in the phase directory. */
export interface UatVerdict {
  readonly uatFiles: readonly string[];
  readonly verificationFiles: readonly string[];
  readonly checks: readonly UatCheck[];
  /** Everything that stands against a pass, each with its file. */
  readonly blockers: readonly string[];
}

export interface UatCheck {
  readonly file: string;
  readonly test: number;
  readonly name: string;
  readonly result: string | null;
  readonly passing: boolean;
}

export interface UatSource {
  /** Names in the phase directory. */
  readonly names: (directory: string) => readonly string[];
  /** Null when the file cannot be read. */
  readonly text: (path: string) => string | null;
}

/** What stands against leaving a phase behind: a verification that has not passed, and acceptance reports, if any. */
export function judgeUat(phase: PhaseView, source: UatSource): UatVerdict {
  const blockers: string[] = [];
  const checks: UatCheck[] = [];
  const { status, file } = phase.verification;
  if (!phase.complete) blockers.push(`Its verification is ${status}${file === null ? "" : ` (${file})`}.`);
  const { directory } = phase;
  const names = directory === null ? [] : source.names(directory).filter((name) => /(?:^|-)UAT\.md$/.test(name));
  for (const name of names) {
    const path = `${directory}/${name}`;
    const text = source.text(path);
    if (text === null) {
      blockers.push(`${path}: It cannot be read.`);
      continue;
    }
    const { tests, blockers: own } = readUat(text);
    checks.push(
      ...tests.map(({ number, ...test }) => ({ file: name, test: number, ...test, passing: isPass(test.result) })),
    );
    blockers.push(...own.map((blocker) => `${path}: ${blocker}`));
  }
  const verificationFiles = file === null ? [] : [nameInPhase(phase, file)];
  return { uatFiles: names, verificationFiles, checks, blockers };
}
