import { readRunnerOutput } from "./runner-output.ts";

/** What stands for a phase being done: what the engine ran, and what it looked up. */
export interface Evidence {
  readonly checks: readonly {
    readonly command: string;
    /** Null when a signal or the time limit ended it. */
    readonly exitCode: number | null;
    readonly output: string;
  }[];
  /** Files that the work claims to have left behind. */
  readonly files: readonly { readonly path: string; readonly exists: boolean }[];
  /** Commits that the work claims to have made. */
  readonly commits: readonly { readonly id: string; readonly known: boolean }[];
  /** Questions that only a person can answer and nobody has. */
  readonly humanItems: number;
}

export type EvidenceVerdict =
  | { readonly verdict: "passed" }
  | { readonly verdict: "not_passed"; readonly reasons: readonly string[] }
  | { readonly verdict: "human_needed"; readonly items: number };

/** Judges evidence. Pure; nobody's word counts, only what was run and found. */
export function judgeEvidence(evidence: Evidence): EvidenceVerdict {
  const reasons = [
    ...checkReasons(evidence.checks),
    ...evidence.files.filter((file) => !file.exists).map((file) => `file missing ${file.path}`),
    ...evidence.commits.filter((commit) => !commit.known).map((commit) => `commit unknown ${commit.id}`),
  ];
  if (reasons.length > 0) return { verdict: "not_passed", reasons };
  if (evidence.humanItems > 0) return { verdict: "human_needed", items: evidence.humanItems };
  return { verdict: "passed" };
}

/** The verdict as one line: `passed`, `human_needed`, `not passed: check failed; file missing src/a.ts`. */
export function verdictWords(verdict: EvidenceVerdict): string {
  return verdict.verdict === "not_passed" ? `not passed: ${verdict.reasons.join("; ")}` : verdict.verdict;
}

/** Why one check proves nothing, or null. */
export function checkFault({ command, exitCode, output }: Evidence["checks"][number]): string | null {
  if (exitCode !== 0) return "check failed";
  switch (readRunnerOutput(command, output)) {
    case "none":
      return "no check ran";
    case "skipped":
      return "all skipped";
    case "unreadable":
      return "runner output unknown";
    case "ran":
    case "plain":
      return null;
  }
}

function checkReasons(checks: Evidence["checks"]): string[] {
  if (checks.length === 0) return ["no check ran"];
  return [...new Set(checks.flatMap((check) => checkFault(check) ?? []))];
}
