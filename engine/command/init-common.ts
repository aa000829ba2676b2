import type { Json, JsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Outcome } from "../loop/outcome.ts";
import { lookupPhase } from "../planning/lookup-phase.ts";
import { nameInPhase } from "../planning/name-in-phase.ts";
import { normalPhaseId } from "../planning/phase-id.ts";
import { phaseFolderName, slugOf } from "../planning/phase-slug.ts";
import type { PhaseView } from "../planning/types.ts";
import { summaryFiles } from "./find-phase.ts";

/** The answer of an `init` command: its own facts, then those that all of them give. */
export function facts(context: ProjectContext, own: JsonObject): Outcome {
  const data = { ...own, ...tail(context) };
  const lines = Object.entries(own).flatMap(([name, value]) => {
    const shown = textOf(value);
    return shown === "" ? [] : [`${name}: ${shown}`];
  });
  return { ok: true, data, text: lines.join("\n") };
}

/** Agents are part of what is shipped, so none can be missing. */
function tail(context: ProjectContext): JsonObject {
  return {
    project_root: context.root,
    agents_installed: true,
    missing_agents: [],
    agents_dir: null,
    agent_runtime: context.host,
    project_title: context.snapshot().projectTitle,
  };
}

/** The model that a person chose for an agent; `inherit` leaves the choice to the host. */
export function modelFor(context: ProjectContext, agent: string): string {
  const chosen = context.settings().get(`model_overrides.${agent}`);
  return typeof chosen === "string" && chosen !== "" ? chosen : "inherit";
}

export function milestoneFacts(context: ProjectContext): JsonObject {
  const { state } = context.snapshot();
  return {
    milestone_version: state?.milestone ?? null,
    milestone_name: state?.milestoneName ?? null,
    milestone_slug: state?.milestoneName == null ? null : slugOf(state.milestoneName),
  };
}

export function fileFacts(context: ProjectContext): JsonObject {
  const { files, exists, folder } = context.snapshot();
  return {
    planning_exists: exists,
    state_exists: files.includes("STATE.md"),
    roadmap_exists: files.includes("ROADMAP.md"),
    config_exists: files.includes("config.json"),
    state_path: `${folder}/STATE.md`,
    roadmap_path: `${folder}/ROADMAP.md`,
    requirements_path: `${folder}/REQUIREMENTS.md`,
    config_path: `${folder}/config.json`,
  };
}

/** What every command about one phase says of it. A phase that is only in the roadmap has no folder yet. */
export function phaseFacts(context: ProjectContext, wanted: string): { facts: JsonObject; phase: PhaseView | null } {
  const snapshot = context.snapshot();
  const phase = lookupPhase(snapshot, wanted);
  const id = phase?.id ?? normalPhaseId(wanted);
  const slug = phase === null ? null : slugOf(phase.name);
  return {
    phase,
    facts: {
      phase_found: phase !== null,
      phase_dir: phase?.directory ?? null,
      expected_phase_dir:
        phase === null ? null : `${snapshot.folder}/phases/${phaseFolderName(id, phase.name, snapshot.config)}`,
      phase_number: phase === null ? null : phase.id,
      phase_name: phase?.name ?? null,
      phase_slug: slug,
      padded_phase: id,
      phase_req_ids: phase === null || phase.requirements.length === 0 ? null : phase.requirements.join(", "),
      plan_count: phase?.plans.length ?? 0,
      plans: phase?.plans.map((plan) => nameInPhase(phase, plan.file)) ?? [],
      summaries: phase === null ? [] : summaryFiles(phase),
    },
  };
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.every((item) => typeof item === "string") ? value.join(", ") : "";
  return typeof value === "object" ? "" : String(value);
}
