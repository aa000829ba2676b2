import { knownCommits } from "../../git/known-commits.ts";
import { readProjectFile } from "../../planning/project-file.ts";
import type { PhaseView } from "../../planning/types.ts";
import type { RunLog } from "../../run/run-log.ts";
import { runCheck } from "../check.ts";
import type { ProjectContext } from "../context.ts";
import { readClaims } from "./claims.ts";
import { openHumanItems } from "./human-answers.ts";
import { checkFault, type Evidence } from "./judge.ts";

const CHECK_TIMEOUT_MS = 120_000;
/** Runners print their counts last; a report over many packages is longer than what is kept. */
const JUDGED_BYTES = 64 * 1024;
const KEPT_BYTES = 4096;

/** One check as it was run. */
export interface CheckedCommand {
  readonly command: string;
  readonly exitCode: number | null;
  readonly output: string;
  /** Why it proves nothing, or null. */
  readonly fault: string | null;
  /** How it ended, in words. */
  readonly ended: string;
  readonly digest: string;
}

export interface Collected {
  readonly evidence: Evidence;
  readonly checked: readonly CheckedCommand[];
  readonly humanItems: readonly string[];
}

/** Runs the checks, one after another, and looks up what the summaries claim. */
export async function collectEvidence(
  context: ProjectContext,
  run: RunLog,
  phase: PhaseView,
  commands: readonly string[],
): Promise<Collected> {
  const checked: CheckedCommand[] = [];
  for (const command of commands) checked.push(await checkOne(context, run, phase, command));
  const claims = phase.plans.map((plan) => readClaims(textAt(context, plan.summary?.file)));
  const deleted = new Set(phase.plans.flatMap((plan) => plan.filesDeleted));
  const files = unique(claims.flatMap((claim) => claim.files)).filter((path) => !deleted.has(path));
  const commits = unique(claims.flatMap((claim) => claim.commits));
  const known = await knownCommits(commits, { cwd: context.root, env: context.env });
  const humanItems = openHumanItems(context, phase);
  return {
    checked,
    humanItems,
    evidence: {
      checks: checked,
      files: files.map((path) => ({ path, exists: exists(context.root, path) })),
      commits: commits.map((id) => ({ id, known: known.has(id) })),
      humanItems: humanItems.length,
    },
  };
}

async function checkOne(
  context: ProjectContext,
  run: RunLog,
  phase: PhaseView,
  command: string,
): Promise<CheckedCommand> {
  const outcome = await runCheck(command, {
    cwd: context.root,
    env: context.env,
    timeoutMs: CHECK_TIMEOUT_MS,
    tailBytes: JUDGED_BYTES,
  });
  const check = { command, exitCode: outcome.exitCode, output: outcome.tail };
  const fault = checkFault(check);
  run.append("check_run", {
    phase: phase.id,
    command_redacted: command,
    exit_code: outcome.exitCode ?? -1,
    digest: outcome.digest,
    latency_ms: outcome.latencyMs,
    passed: fault === null,
    output_redacted: outcome.tail.slice(-KEPT_BYTES),
  });
  const ended = outcome.timedOut ? "ran out of time" : `ended with ${outcome.exitCode ?? "a signal"}`;
  return { ...check, fault, ended, digest: outcome.digest };
}

function textAt({ root }: ProjectContext, path: string | undefined): string {
  const file = path === undefined ? null : readProjectFile(root, path);
  return file?.ok ? file.text : "";
}

function exists(root: string, path: string): boolean {
  const file = readProjectFile(root, path);
  return file.ok || file.reason === "unreadable";
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}
