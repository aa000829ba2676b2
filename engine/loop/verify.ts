import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { stringify } from "yaml";
import { replaceFile } from "../file/atomic-write.ts";
import { sha256 } from "../file/digest.ts";
import type { PhaseView } from "../planning/types.ts";
import { coveredDigest } from "../planning/verification.ts";
import { redact } from "../run/redact.ts";
import type { RunLog } from "../run/run-log.ts";
import { runCheck } from "./check.ts";
import type { ProjectContext } from "./context.ts";
import { nextStep } from "./next.ts";
import { type Outcome, refuse } from "./outcome.ts";
import { positionOf } from "./position.ts";

const CHECK_TIMEOUT_MS = 120_000;

interface CheckedCommand {
  readonly command: string;
  readonly passed: boolean;
  readonly note: string;
  readonly digest: string;
}

/** The shell commands that verifying the phase would make the engine run: those its plans name. */
export function checksOf(phase: PhaseView): readonly string[] {
  return [...new Set(phase.plans.flatMap((plan) => plan.checks))];
}

/**
 * Runs the checks of the phase's plans and writes its verification report from what came out. Zero checks is not a
 * pass.
 */
export async function verifyPhase(context: ProjectContext): Promise<Outcome> {
  const run = context.runs.current();
  const snapshot = context.snapshot();
  const next = nextStep(snapshot, run?.state() ?? null);
  if (!run) return refuse("no_run", "No run is open in this project", `A person begins one with ${next.command}.`);
  const position = positionOf(snapshot, run.state());
  if (position.kind !== "in-phase" || position.at.kind !== "verification") {
    return refuse(
      "step_order",
      `Verification is not next: ${next.action}`,
      next.call ? `Call ${next.call}.` : `First ${next.action}.`,
    );
  }
  const { phase } = position;
  const commands = checksOf(phase);
  if (commands.length === 0) {
    return refuse(
      "proof_missing",
      `No plan of phase ${phase.number} names a command that proves it`,
      "Add a <verify><automated> command to a plan of the phase; without a check nothing is verified.",
    );
  }
  const checked: CheckedCommand[] = [];
  for (const command of commands) checked.push(await checkOne(context, run, phase, command));
  const failed = checked.filter((check) => !check.passed);
  const file = writeReport(context, phase, checked);
  if (failed.length > 0) {
    const what = failed.map((check) => `\`${check.command}\` ${check.note}`).join("; ");
    return refuse("evidence_failed", what, "Mend the work, then verify again.", { report: file });
  }
  run.append("transition", { name: "verified", phase: phase.id, changed: [file] });
  return {
    ok: true,
    data: { phase: phase.id, status: "passed", report: file, checks: checked.length },
    text: `Phase ${phase.number} is verified: ${checked.map((check) => `\`${check.command}\` ${check.note}`).join("; ")}.`,
  };
}

async function checkOne(
  context: ProjectContext,
  run: RunLog,
  phase: PhaseView,
  command: string,
): Promise<CheckedCommand> {
  const outcome = await runCheck(command, { cwd: context.root, env: context.env, timeoutMs: CHECK_TIMEOUT_MS });
  const passed = outcome.exitCode === 0 && !ranNothing(outcome.tail);
  run.append("check_run", {
    phase: phase.id,
    command_redacted: command,
    exit_code: outcome.exitCode ?? -1,
    digest: outcome.digest,
    latency_ms: outcome.latencyMs,
    passed,
    output_redacted: outcome.tail,
  });
  const ended = outcome.timedOut ? "ran out of time" : `ended with ${outcome.exitCode ?? "a signal"}`;
  const note = outcome.exitCode === 0 && !passed ? "ended with 0 but ran no test" : ended;
  return { command, passed, note, digest: outcome.digest };
}

/** Test runners that found nothing to run still end with 0. */
function ranNothing(output: string): boolean {
  const counts = [/^(?:#|ℹ) tests (\d+)$/m, /^\s*(\d+) pass(?:ed|ing)?$/m, /^Ran (\d+) tests?\b/m]
    .map((pattern) => pattern.exec(output)?.[1])
    .filter((count) => count !== undefined);
  return counts.length > 0 && counts.every((count) => count === "0");
}

function writeReport(context: ProjectContext, phase: PhaseView, checked: readonly CheckedCommand[]): string {
  const passed = checked.every((check) => check.passed);
  const covered = phase.plans.flatMap((plan) => [plan.file, ...(plan.summary ? [plan.summary.file] : [])]).sort();
  const header = stringify({
    phase: phase.id,
    verified: new Date(context.now()).toISOString(),
    status: passed ? "passed" : "gaps_found",
    covered_files: covered,
    covered_digest: coveredDigest(covered, (path) => sha256(readFileSync(join(context.root, path)))),
  });
  const rows = checked.map((check) => `| \`${redact(check.command)}\` | ${check.note} | ${check.digest} |`);
  const body = [
    `# Verification of phase ${phase.number}`,
    "",
    "| Check | Result | Output |",
    "|---|---|---|",
    ...rows,
    "",
  ];
  const folder = phase.directory ?? posix.join(".planning", "phases", phase.id);
  const file = posix.join(folder, `${phase.id}-VERIFICATION.md`);
  replaceFile(context.root, file, `---\n${header}---\n\n${body.join("\n")}`);
  return file;
}
