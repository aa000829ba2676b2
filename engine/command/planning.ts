import type { Json, JsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { nextStep } from "../loop/next.ts";
import { countProgress } from "../planning/progress.ts";
import { readProjectFile } from "../planning/project-file.ts";
import { readRequirements } from "../planning/requirements.ts";
import { nothing } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

export const planningCommands: readonly CommandRow[] = [
  row({
    family: "planning",
    name: "inspect",
    summary: "Everything the engine read from .planning, with what is wrong there.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context) => {
      const { diagnostics } = context.snapshot();
      const lines = diagnostics.map(({ level, path, message }) => `${level}: ${path ?? ""} ${message}`);
      return {
        ok: true,
        data: inspect(context),
        text: lines.length === 0 ? "Nothing is wrong in .planning." : lines.join("\n"),
      };
    },
  }),
];

function inspect(context: ProjectContext): JsonObject {
  const snapshot = context.snapshot();
  const { state, phases, orphans } = snapshot;
  const next = nextStep(snapshot, context.runs.state());
  const progress = countProgress(snapshot, null);
  const requirements = readProjectFile(context.root, `${snapshot.folder}/REQUIREMENTS.md`);
  return {
    schema_version: 1,
    generated_from: snapshot.folder,
    exists: snapshot.exists,
    project_title: snapshot.projectTitle,
    milestone: { version: state?.milestone ?? null, name: state?.milestoneName ?? null },
    active: { phase: state?.currentPhase ?? null, status: state?.status ?? null, next: { ...next } },
    phases: phases.map(({ section: _section, ...phase }) => phase) as unknown as Json,
    orphan_phase_dirs: orphans.flatMap(({ directory }) => directory ?? []),
    requirements: requirements.ok ? readRequirements(requirements.text).map((requirement) => ({ ...requirement })) : [],
    progress: {
      accepted_phases: phases.filter((phase) => phase.complete).length,
      completed_plans: progress.completedPlans,
      total_phases: progress.totalPhases,
      total_plans: progress.totalPlans,
      percent: progress.percent,
    },
    state: state as unknown as Json,
    waiting: snapshot.waiting as unknown as Json,
    config: snapshot.config,
    diagnostics: snapshot.diagnostics.map((diagnostic) => ({ ...diagnostic })),
  };
}
