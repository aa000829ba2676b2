import * as z from "zod/mini";
import type { Json, JsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { nameInPhase } from "../planning/name-in-phase.ts";
import { diskStatus } from "../planning/phase-status.ts";
import { indexPlans } from "../planning/plan-index.ts";
import type { PhaseView } from "../planning/types.ts";
import { verificationAdvice } from "../planning/verification-advice.ts";
import { facts, fileFacts, milestoneFacts, modelFor, phaseFacts } from "./init-common.ts";
import { word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

const phase = () => z.object({ phase: word() });

/** What a step needs to know about its phase before it begins. */
export const initPhaseCommands: readonly CommandRow[] = [
  row({
    family: "init",
    name: "execute-phase",
    summary: "What executing a phase needs to know.",
    audience: "both",
    positionals: ["phase"],
    input: phase,
    run: (context, input) => facts(context, execution(context, input.phase)),
  }),
  row({
    family: "init",
    name: "plan-phase",
    summary: "What planning a phase needs to know.",
    audience: "both",
    positionals: ["phase"],
    input: phase,
    run: (context, input) => facts(context, planning(context, input.phase)),
  }),
  row({
    family: "init",
    name: "verify-work",
    summary: "What verifying a phase needs to know.",
    audience: "both",
    positionals: ["phase"],
    input: phase,
    run: (context, input) => facts(context, verification(context, input.phase)),
  }),
  row({
    family: "init",
    name: "phase-op",
    summary: "What is known about a phase, for any other step.",
    audience: "both",
    positionals: ["phase"],
    input: phase,
    run: (context, input) => facts(context, anything(context, input.phase)),
  }),
];

function execution(context: ProjectContext, wanted: string): JsonObject {
  const { facts: known, phase } = phaseFacts(context, wanted);
  const settings = context.settings();
  const index = phase === null ? null : indexPlans(phase);
  const names = (plans: PhaseView["plans"]) => plans.map((plan) => nameInPhase(phase, plan.file));
  const incomplete = index?.incomplete ?? [];
  const runnable = index?.runnable ?? [];
  const blocked = incomplete.flatMap((plan): (readonly [string, Json])[] => {
    const by = index?.blockedBy.get(plan.id) ?? [];
    return by.length === 0 ? [] : [[nameInPhase(phase, plan.file), [...by]]];
  });
  return {
    executor_model: modelFor(context, "gsd-executor"),
    verifier_model: modelFor(context, "gsd-verifier"),
    commit_docs: settings.get("commit_docs") ?? settings.get("planning.commit_docs") ?? true,
    parallelization: settings.get("parallelization") ?? true,
    branching_strategy: settings.get("git.branching_strategy") ?? "none",
    ...known,
    phase_found: phase?.directory != null,
    incomplete_plans: names(incomplete),
    incomplete_count: incomplete.length,
    halted_plans: names(phase?.plans.filter((plan) => plan.halted) ?? []),
    blocked_by: Object.fromEntries(blocked),
    runnable_plans: names(runnable),
    runnable_count: runnable.length,
    ready_plans: names(index?.ready ?? []),
    branch_name: branchOf(context, phase, known),
    ...milestoneFacts(context),
    ...fileFacts(context),
  };
}

function branchOf(context: ProjectContext, phase: PhaseView | null, { phase_slug }: JsonObject): string | null {
  const settings = context.settings();
  const template = settings.get("git.phase_branch_template");
  if (phase === null || settings.get("git.branching_strategy") !== "phase" || typeof template !== "string") return null;
  return template.replaceAll("{phase}", phase.id).replaceAll("{slug}", String(phase_slug ?? "phase"));
}

function planning(context: ProjectContext, wanted: string): JsonObject {
  const { facts: known, phase } = phaseFacts(context, wanted);
  const settings = context.settings();
  const isOn = (key: string) => settings.get(key) !== false;
  return {
    researcher_model: modelFor(context, "gsd-researcher"),
    planner_model: modelFor(context, "gsd-planner"),
    checker_model: modelFor(context, "gsd-plan-checker"),
    research_enabled: isOn("workflow.research"),
    plan_checker_enabled: isOn("workflow.plan_check"),
    nyquist_validation_enabled: isOn("workflow.nyquist_validation"),
    mode: settings.get("mode") ?? "interactive",
    ...known,
    phase_status: phase === null ? null : diskStatus(phase),
    ...artifactFacts(phase),
    has_plans: (phase?.plans.length ?? 0) > 0,
    prior_verify_commands: priorChecks(context, phase),
    ...milestoneFacts(context),
    ...fileFacts(context),
  };
}

function verification(context: ProjectContext, wanted: string): JsonObject {
  const { facts: known, phase } = phaseFacts(context, wanted);
  const status = phase?.verification.status ?? "missing";
  const { action, command } = verificationAdvice(status, phase?.id ?? wanted);
  return {
    planner_model: modelFor(context, "gsd-planner"),
    checker_model: modelFor(context, "gsd-verifier"),
    ...known,
    has_verification: phase?.verification.file != null,
    verification_status: status,
    verification_next_action: action,
    verification_next_command: command,
    checks: [...new Set(phase?.plans.flatMap((plan) => plan.checks) ?? [])],
    ...fileFacts(context),
  };
}

function anything(context: ProjectContext, wanted: string): JsonObject {
  const { facts: known, phase } = phaseFacts(context, wanted);
  return {
    ...known,
    phase_status: phase === null ? null : diskStatus(phase),
    ...artifactFacts(phase),
    has_plans: (phase?.plans.length ?? 0) > 0,
    has_verification: phase?.verification.file != null,
    ...milestoneFacts(context),
    ...fileFacts(context),
  };
}

function artifactFacts(phase: PhaseView | null): JsonObject {
  const at = (name: string) => phase?.artifacts[name] ?? null;
  return {
    has_research: at("RESEARCH") !== null,
    has_context: at("CONTEXT") !== null,
    has_reviews: at("REVIEWS") !== null,
    context_path: at("CONTEXT"),
    research_path: at("RESEARCH"),
    reviews_path: at("REVIEWS"),
    verification_path: phase?.verification.file ?? null,
    uat_path: at("UAT"),
  };
}

/** What proved the phases before this one: a good plan does not break it. */
function priorChecks(context: ProjectContext, phase: PhaseView | null): string[] {
  const { phases } = context.snapshot();
  const before =
    phase === null
      ? []
      : phases.slice(
          0,
          Math.max(
            0,
            phases.findIndex(({ id }) => id === phase.id),
          ),
        );
  return [...new Set(before.flatMap((earlier) => earlier.plans.flatMap((plan) => plan.checks)))];
}
