import { existsSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { JsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { nextStep } from "../loop/next.ts";
import { slugOf } from "../planning/phase-slug.ts";
import { planCount, shownNumber, summaryCount, type WorkStatus, workStatus } from "../planning/phase-status.ts";
import { pendingTodos } from "../planning/todos.ts";
import type { PhaseView } from "../planning/types.ts";
import { verificationAdvice } from "../planning/verification-advice.ts";
import { facts, fileFacts, milestoneFacts, modelFor } from "./init-common.ts";
import { nothing } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

const plain = (name: string, summary: string, own: (context: ProjectContext) => JsonObject) =>
  row({
    family: "init",
    name,
    summary,
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context: ProjectContext) => facts(context, own(context)),
  });

/** What is known of the project as a whole. */
export const initProjectCommands: readonly CommandRow[] = [
  plain("progress", "Every phase with its status and what its verification asks for.", progress),
  plain("resume", "Where the work was left.", resume),
  plain("new-project", "Whether something is here already.", newProject),
  plain("milestone-op", "How far the milestone is.", milestone),
  plain("todos", "What was put aside for later.", todos),
  row({
    family: "init",
    name: "quick",
    summary: "A place for a small task beside the phases.",
    audience: "both",
    positionals: ["description"],
    input: () => z.object({ description: z._default(z.string(), "") }),
    run: (context, input) => facts(context, quick(context, input.description)),
  }),
];

function progress(context: ProjectContext): JsonObject {
  const { phases } = context.snapshot();
  const first = (...wanted: readonly WorkStatus[]) => {
    const found = phases.find((phase) => wanted.includes(workStatus(phase)) && !isClosedElsewhere(phase));
    return found === undefined ? null : phaseProgress(found);
  };
  const count = (...wanted: readonly WorkStatus[]) =>
    phases.filter((phase) => wanted.includes(workStatus(phase))).length;
  return {
    ...milestoneFacts(context),
    phases: phases.map(phaseProgress),
    phase_count: phases.length,
    completed_count: count("complete"),
    in_progress_count: count("in_progress", "executed"),
    current_phase: first("in_progress", "executed", "researched"),
    next_phase: first("pending", "not_started"),
    paused_at: context.snapshot().state?.pausedAt ?? null,
    next: { ...next(context) },
    ...fileFacts(context),
  };
}

/** Ticked in the roadmap, and nothing of it is here to be worked on. */
function isClosedElsewhere(phase: PhaseView): boolean {
  return phase.directory === null && phase.ticked;
}

function phaseProgress(phase: PhaseView): JsonObject {
  const status = workStatus(phase);
  const number = shownNumber(phase);
  const advice = verificationAdvice(phase.verification.status, number);
  return {
    number,
    name: phase.name,
    directory: phase.directory,
    status,
    plan_count: planCount(phase),
    summary_count: summaryCount(phase),
    has_context: phase.artifacts.CONTEXT !== undefined,
    has_research: phase.artifacts.RESEARCH !== undefined,
    implementation_complete: status === "executed" || status === "complete",
    verification_status: phase.verification.status,
    verification_passed: phase.verification.status === "passed",
    phase_complete: phase.complete,
    completion_status: status === "complete" || status === "executed" ? status : "incomplete",
    verification_next_action: advice.action,
    verification_next_command: advice.command,
  };
}

function resume(context: ProjectContext): JsonObject {
  const { state, waiting } = context.snapshot();
  return {
    ...fileFacts(context),
    current_phase: state?.currentPhase ?? null,
    stopped_at: state?.stoppedAt ?? null,
    paused_at: state?.pausedAt ?? null,
    resume_file: state?.resumeFile ?? null,
    waiting: waiting?.question ?? null,
    open_run: context.runs.view()?.id ?? null,
    next: { ...next(context) },
  };
}

function newProject(context: ProjectContext): JsonObject {
  const { files } = context.snapshot();
  return {
    researcher_model: modelFor(context, "gsd-researcher"),
    project_exists: files.includes("PROJECT.md"),
    has_git: existsSync(join(context.root, ".git")),
    has_package_file: ["package.json", "go.mod", "Cargo.toml", "pyproject.toml"].some((name) =>
      existsSync(join(context.root, name)),
    ),
    ...fileFacts(context),
  };
}

function milestone(context: ProjectContext): JsonObject {
  const { phases, files } = context.snapshot();
  const completed = phases.filter((phase) => phase.complete).length;
  return {
    ...milestoneFacts(context),
    phase_count: phases.length,
    completed_phases: completed,
    all_phases_complete: phases.length > 0 && completed === phases.length,
    project_exists: files.includes("PROJECT.md"),
    ...fileFacts(context),
  };
}

function todos(context: ProjectContext): JsonObject {
  const { folder } = context.snapshot();
  const pending = pendingTodos(context.root, folder);
  return {
    todo_count: pending.length,
    todos: pending.map((todo) => ({ ...todo })),
    pending_dir: `${folder}/todos/pending`,
    completed_dir: `${folder}/todos/completed`,
    ...fileFacts(context),
  };
}

/** A day has 43,200 steps of two seconds, which three digits of base 36 can count. */
function quick(context: ProjectContext, description: string): JsonObject {
  const { folder } = context.snapshot();
  const at = new Date(context.now());
  const date = at.toISOString().slice(2, 10).replaceAll("-", "");
  const step = Math.floor((context.now() % 86_400_000) / 2000);
  const quickId = `${date}-${step.toString(36).padStart(3, "0")}`;
  const slug = slugOf(description).slice(0, 40).replace(/-+$/, "");
  return {
    quick_id: quickId,
    slug: slug === "" ? null : slug,
    description: description === "" ? null : description,
    date: at.toISOString().slice(0, 10),
    quick_dir: `${folder}/quick`,
    task_dir: `${folder}/quick/${slug === "" ? quickId : `${quickId}-${slug}`}`,
    planner_model: modelFor(context, "gsd-planner"),
    executor_model: modelFor(context, "gsd-executor"),
    ...fileFacts(context),
  };
}

function next(context: ProjectContext) {
  return nextStep(context.snapshot(), context.runs.state());
}
