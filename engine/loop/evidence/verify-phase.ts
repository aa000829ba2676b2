import { guardOf } from "../../guard/guard-of.ts";
import { judgeCommand } from "../../guard/judge-command.ts";
import type { PhaseView } from "../../planning/types.ts";
import type { ProjectContext } from "../context.ts";
import { nextStep } from "../next.ts";
import { noRun } from "../no-run.ts";
import { type Outcome, refuse } from "../outcome.ts";
import { positionOf } from "../position.ts";
import { type Collected, collectEvidence } from "./collect.ts";
import { judgeEvidence, verdictWords } from "./judge.ts";
import { writeReport } from "./report.ts";

/** The shell commands that verifying the phase would make the engine run: those its plans name. */
export function checksOf(phase: PhaseView): readonly string[] {
  return [...new Set(phase.plans.flatMap((plan) => plan.checks))];
}

/**
 * Runs the checks of the phase's plans, looks up what its summaries claim, and writes the verification report from what
 * came out. Refused wherever the loop stands elsewhere.
 */
export async function verifyPhase(context: ProjectContext): Promise<Outcome> {
  const run = context.runs.current();
  const snapshot = context.snapshot();
  const next = nextStep(snapshot, run?.state() ?? null);
  if (!run) return noRun(context, `A person begins one with ${next.command}.`);
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
  const forbidden = refusalOf(context, commands);
  if (forbidden !== null) return forbidden;
  const collected = await collectEvidence(context, run, phase, commands);
  const verdict = judgeEvidence(collected.evidence);
  const report = writeReport(context, phase, collected, verdict);
  const data = { phase: phase.id, report, verdict: verdictWords(verdict), checks: collected.checked.length };
  switch (verdict.verdict) {
    case "not_passed":
      return refuse("evidence_failed", describe(collected, verdictWords(verdict)), remedyFor(verdict.reasons), data);
    case "human_needed":
      return refuse(
        "human_needed",
        `All checks passed; a person has to answer: ${collected.humanItems.join("; ")}`,
        "Ask the person to answer with /gsd-answer <number> pass, or with `loopwright verify answer <number> pass` in a terminal (`all` confirms what the report says), then verify again.",
        data,
      );
    case "passed":
      run.append("transition", { name: "verified", phase: phase.id, changed: [report] });
      return {
        ok: true,
        data: { ...data, status: "passed" },
        text: `Phase ${phase.number} is verified: ${collected.checked.map(({ command, ended }) => `\`${command}\` ${ended}`).join("; ")}.`,
      };
  }
}

/** A plan's check is a command like any other: what a model may not run, a plan may not have run for it. */
function refusalOf(context: ProjectContext, commands: readonly string[]): Outcome | null {
  const refused = commands.flatMap((command) => {
    const verdict = judgeCommand(guardOf(context), command);
    return verdict === null ? [] : [{ command, rule: verdict.rule, reason: verdict.reason }];
  });
  if (refused.length === 0) return null;
  const words = refused.map(({ command, rule, reason }) => `\`${command}\` (${rule}: ${reason})`).join("; ");
  const remedy = "Put another check into the plan, or ask the person to allow this one.";
  return refuse("not_allowed", `The guard refuses to run ${words}`, remedy, { refused });
}

function describe({ checked }: Collected, words: string): string {
  const faults = checked.flatMap(({ command, ended, fault }) =>
    fault === null ? [] : [`\`${command}\` ${ended}: ${fault}`],
  );
  return faults.length === 0 ? words : `${words} (${faults.join("; ")})`;
}

function remedyFor(reasons: readonly string[]): string {
  if (reasons.includes("no check ran") || reasons.includes("all skipped")) {
    return "A check counts only when it runs at least one test: mend the command or the tests, then verify again.";
  }
  if (reasons.includes("runner output unknown")) {
    return "Let the runner print how many tests it ran, then verify again.";
  }
  return "Mend the work, or the summary that claims what is not there, then verify again.";
}
