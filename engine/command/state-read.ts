import type { Json, JsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { degraded, type Outcome } from "../loop/outcome.ts";
import { countProgress } from "../planning/progress.ts";
import { readProjectFile } from "../planning/project-file.ts";
import type { PlanningSnapshot, StateView } from "../planning/types.ts";
import { whyMissing } from "../planning/why-missing.ts";
import { nothing } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

const snapshotRow = (family: string, name: string) =>
  row({
    family,
    name,
    summary: "Where STATE.md says the work stands, with decisions and blockers.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context: ProjectContext) => digest(context.snapshot()),
  });

export const stateReadCommands: readonly CommandRow[] = [
  row({
    family: "state",
    name: "json",
    summary: "The front matter of STATE.md, with progress counted anew.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context) => frontmatter(context.snapshot()),
  }),
  row({
    family: "state",
    name: "load",
    summary: "Settings and STATE.md as they are written.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context) => load(context),
  }),
  snapshotRow("state", "snapshot"),
  snapshotRow("state-snapshot", ""),
];

function frontmatter(snapshot: PlanningSnapshot): Outcome {
  const { state } = snapshot;
  if (state === null) return degraded(whyMissing(snapshot, "STATE.md"));
  const counted = countProgress(snapshot, null);
  const data: JsonObject = {
    ...state.fields,
    ...known({
      current_phase: state.currentPhase,
      current_phase_name: state.currentPhaseName,
      stopped_at: state.stoppedAt,
      paused_at: state.pausedAt,
    }),
    status: state.status ?? "unknown",
    progress: {
      total_phases: counted.totalPhases,
      completed_phases: counted.completedPhases,
      total_plans: counted.totalPlans,
      completed_plans: counted.completedPlans,
      percent: counted.percent,
    },
  };
  return { ok: true, data, text: JSON.stringify(data, null, 2) };
}

function load(context: ProjectContext): Outcome {
  const { config, files, folder } = context.snapshot();
  const state = readProjectFile(context.root, `${folder}/STATE.md`);
  return {
    ok: true,
    data: {
      config,
      state_raw: state.ok ? state.text : "",
      state_exists: files.includes("STATE.md"),
      roadmap_exists: files.includes("ROADMAP.md"),
      config_exists: files.includes("config.json"),
    },
    text: state.ok ? state.text : "There is no STATE.md.",
  };
}

function digest(snapshot: PlanningSnapshot): Outcome {
  const { state } = snapshot;
  if (state === null) return degraded(whyMissing(snapshot, "STATE.md"));
  const data = {
    current_phase: state.currentPhase,
    current_phase_name: state.currentPhaseName,
    total_phases: snapshot.phases.length,
    current_plan: state.plan?.current ?? null,
    total_plans_in_phase: state.plan?.total ?? null,
    status: state.status,
    progress_percent: countProgress(snapshot, null).percent,
    last_activity: state.lastActivity,
    last_activity_desc: state.lastActivityNote,
    decisions: [...state.decisions],
    blockers: [...state.blockers],
    paused_at: state.pausedAt,
    session: { last_date: state.lastSession, stopped_at: state.stoppedAt, resume_file: state.resumeFile },
  };
  return { ok: true, data, text: describe(state, snapshot) };
}

function describe(state: StateView, snapshot: PlanningSnapshot): string {
  const list = (title: string, items: readonly string[]) => [
    `${title}: ${items.length === 0 ? "none" : ""}`.trimEnd(),
    ...items.map((item) => `- ${item}`),
  ];
  return [
    `Phase ${state.currentPhase ?? "?"} of ${snapshot.phases.length} (${state.currentPhaseName ?? "unnamed"})`,
    `Status: ${state.status ?? "unknown"}, ${countProgress(snapshot, null).percent}% done`,
    ...(state.pausedAt === null ? [] : [`Paused: ${state.pausedAt}`]),
    ...(state.stoppedAt === null ? [] : [`Stopped at: ${state.stoppedAt}`]),
    ...list("Blockers", state.blockers),
    ...list("Decisions", state.decisions),
  ].join("\n");
}

function known(fields: Readonly<Record<string, string | null>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  );
}
