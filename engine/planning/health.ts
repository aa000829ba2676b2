import { normalPhaseId } from "./phase-id.ts";
import { leftOut } from "./repair.ts";
import type { Diagnostic, PlanningSnapshot } from "./types.ts";
import { unreadPlanning } from "./unread-planning.ts";

export interface HealthIssue {
  /** `E…` makes the project broken, `W…` degrades it, `I…` is worth knowing. */
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  readonly repairable: boolean;
}

export interface Health {
  readonly status: "healthy" | "degraded" | "broken";
  readonly errors: readonly HealthIssue[];
  readonly warnings: readonly HealthIssue[];
  readonly info: readonly HealthIssue[];
}

/** Judges the planning folder from one reading of it, and the versions that MILESTONES.md does not list. */
export function judgeHealth(snapshot: PlanningSnapshot, unlisted: readonly string[] = []): Health {
  if (!snapshot.exists) {
    const unread = unreadPlanning(snapshot);
    const issue = {
      code: "E001",
      message: unread?.message ?? "There is no .planning folder.",
      fix: unread?.remedy ?? "Begin a project.",
      repairable: false,
    };
    return { status: "broken", errors: [issue], warnings: [], info: [] };
  }
  const errors = [...missingFiles(snapshot), ...read(snapshot.diagnostics, "error", "E010")];
  const warnings = [
    ...settings(snapshot),
    ...unlisted.map(unlistedMilestone),
    ...position(snapshot),
    ...folders(snapshot),
    ...read(snapshot.diagnostics, "warning", "W010"),
  ];
  const info = snapshot.phases.flatMap((phase) =>
    phase.plans
      .filter((plan) => plan.summary === null)
      .map((plan) => ({
        code: "I001",
        message: `Plan ${plan.id} has no summary yet.`,
        fix: "Execute it.",
        repairable: false,
      })),
  );
  const status = errors.length > 0 ? "broken" : warnings.length > 0 ? "degraded" : "healthy";
  return { status, errors, warnings, info };
}

const FILES: readonly (readonly [name: string, code: string])[] = [
  ["PROJECT.md", "E002"],
  ["ROADMAP.md", "E003"],
  ["STATE.md", "E004"],
];

function missingFiles({ files, phases }: PlanningSnapshot): HealthIssue[] {
  return FILES.filter(([name]) => !files.includes(name)).map(([name, code]) => {
    const repairable = name === "STATE.md" && phases.length > 0;
    return {
      code,
      message: `${name} is missing.`,
      fix: repairable ? "Begin the next step, or write it anew." : `Restore ${name}, or begin the project anew.`,
      repairable,
    };
  });
}

function unlistedMilestone(version: string): HealthIssue {
  return {
    code: "W018",
    message: `Milestone ${version} is archived, and MILESTONES.md does not list it.`,
    fix: "List it.",
    repairable: true,
  };
}

const LEFT_OUT_CODES = { nyquist_validation: "W008", ai_integration_phase: "W016" } as const;

function settings({ files, config }: PlanningSnapshot): HealthIssue[] {
  if (files.includes("config.json")) {
    return leftOut(config).map((key) => ({
      code: LEFT_OUT_CODES[key],
      message: `config.json leaves workflow.${key} out; it is on, and other tools may take it for off.`,
      fix: "Spell it out.",
      repairable: true,
    }));
  }
  return [
    {
      code: "W003",
      message: "config.json is missing; the defaults hold.",
      fix: "Write an empty one.",
      repairable: true,
    },
  ];
}

function position({ state, phases, roadmap }: PlanningSnapshot): HealthIssue[] {
  if (state?.currentPhase == null || roadmap === null) return [];
  const id = normalPhaseId(state.currentPhase);
  if (phases.some((phase) => phase.id === id)) return [];
  return [
    {
      code: "W002",
      message: `STATE.md stands in phase ${state.currentPhase}, which the roadmap does not have.`,
      fix: "Begin the phase that is meant: `state begin-phase <phase>`.",
      repairable: false,
    },
  ];
}

function folders({ phases, orphans, roadmap }: PlanningSnapshot): HealthIssue[] {
  const lost = phases.filter((phase) => phase.directory === null && phase.ticked);
  return [
    ...lost.map((phase) => ({
      code: "W006",
      message: `Phase ${phase.number} is ticked in the roadmap and has no folder.`,
      fix: "Restore the folder, or remove the tick.",
      repairable: false,
    })),
    ...(roadmap === null ? [] : orphans).map((phase) => ({
      code: "W007",
      message: `${phase.directory} belongs to no phase of the current roadmap.`,
      fix: "Add the phase to the roadmap, or archive the folder.",
      repairable: false,
    })),
  ];
}

const REPAIRABLE: ReadonlySet<string> = new Set(["transaction_pending"]);

function read(diagnostics: readonly Diagnostic[], level: Diagnostic["level"], code: string): HealthIssue[] {
  return diagnostics
    .filter((diagnostic) => diagnostic.level === level)
    .map((diagnostic) => ({
      code: diagnostic.code === "config_unparsable" ? "E005" : code,
      message: diagnostic.message,
      fix: diagnostic.remedy ?? "Look at the file.",
      repairable: REPAIRABLE.has(diagnostic.code),
    }));
}
