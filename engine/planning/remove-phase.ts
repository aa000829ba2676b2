import { renumberRequirements } from "./edit-requirements.ts";
import { normalPhaseId, phaseIdOfDirectory } from "./phase-id.ts";
import { renumberingWithout, usedPhaseIds } from "./phase-numbers.ts";
import { countProgress } from "./progress.ts";
import { type FolderRenumbering, renumberFolder } from "./renumber-files.ts";
import { type Renumbering, renewed, renumberMentions } from "./renumber-text.ts";
import { removeRoadmapPhase } from "./roadmap-remove.ts";
import {
  changeStateText,
  type Desk,
  type Draft,
  findPhase,
  isRefusal,
  roadmapFocus,
  type StateEdit,
} from "./transition-desk.ts";
import { refuse, type TransitionOf, type TransitionRefusal } from "./transition-types.ts";
import type { PhaseView } from "./types.ts";

/** Takes a phase out of the plan; the later ones move up. Folders, files and all texts that number them go along. */
export function removePhase(desk: Desk, args: TransitionOf<"remove-phase">): Draft {
  const phase = findPhase(desk.snapshot(), args.phase);
  if (isRefusal(phase)) return phase;
  const ids = usedPhaseIds(desk);
  const refusal = refusalOf(phase, ids, args.force === true);
  if (refusal !== null) return refusal;
  const renumbering = renumberingWithout(ids, phase.id);
  const folders = renumberedFolders(desk, renumbering);
  const before = desk.text(desk.paths.roadmap) ?? "";
  const roadmap = renumberMentions(removeRoadmapPhase(before, phase.id, roadmapFocus(desk)), renumbering);
  const requirements = desk.text(desk.paths.requirements);
  const traced = requirements === null ? null : renumberRequirements(requirements, renumbering, phase.id);
  const state = stateText(desk, phase, renumbering);
  if (!state.ok && state.reason !== "state_missing") return state;
  const oldIds = new Map([...renumbering].map(([from, to]) => [to, from]));
  return {
    ok: true,
    moves: [
      ...(phase.directory === null ? [] : [{ from: phase.directory, to: null }]),
      ...folders.flatMap((folder) => folder.moves),
    ],
    texts: {
      ...Object.assign({}, ...folders.map((folder) => folder.texts)),
      [desk.paths.roadmap]: roadmap,
      ...(traced === null ? {} : { [desk.paths.requirements]: traced }),
      ...(state.ok ? { [desk.paths.state]: state.text } : {}),
    },
    renumbered: oldIds,
    data: {
      removed: phase.number,
      directory_deleted: phase.directory === null ? null : nameOf(phase.directory),
      renamed_directories: folders.map(({ folder }) => ({ ...folder })),
      renamed_files: folders.flatMap(({ files }) => files.map((file) => ({ ...file }))),
      renamed_file_collisions: folders.flatMap(({ collisions }) => collisions),
      roadmap_updated: roadmap !== before,
      state_updated: state.ok && state.text !== desk.text(desk.paths.state),
      requirements_updated: traced !== null && traced !== requirements,
    },
  };
}

function refusalOf(phase: PhaseView, ids: readonly string[], force: boolean): TransitionRefusal | null {
  const inserted = ids.filter((id) => id.startsWith(`${phase.id}.`));
  if (inserted.length > 0) {
    const message = `Phase ${phase.number} has inserted phases behind it: ${inserted.join(", ")}.`;
    return refuse("phase_has_inserted", message, "Remove those first, from the last one on.");
  }
  const executed = phase.plans.filter((plan) => plan.summary !== null);
  if (executed.length === 0 || force) return null;
  const message = `Phase ${phase.number} has been worked on: ${executed.map((plan) => plan.id).join(", ")} have summaries.`;
  return refuse("phase_executed", message, "Keep it, or remove it by force: its records are then deleted.");
}

function renumberedFolders(desk: Desk, renumbering: Renumbering): FolderRenumbering[] {
  const folders = desk.names(desk.paths.phases).flatMap((name) => {
    const id = phaseIdOfDirectory(name);
    const next = id === null ? undefined : renumbering.get(id);
    return id === null || next === undefined ? [] : [{ name, id, next }];
  });
  const inOrder = folders.sort((a, b) => [...renumbering.keys()].indexOf(a.id) - [...renumbering.keys()].indexOf(b.id));
  return inOrder.map(({ name, id, next }) => renumberFolder(desk, `${desk.paths.phases}/${name}`, id, next));
}

/** When the current phase goes, the one that takes its place is next; behind the last one, the one before it. */
function stateText(desk: Desk, phase: PhaseView, renumbering: Renumbering): StateEdit {
  const { phases, state } = desk.snapshot();
  const text = desk.text(desk.paths.state);
  const renumbered = text === null ? null : renumberMentions(text, renumbering);
  const left = phases.filter((other) => other.id !== phase.id);
  const current = state?.currentPhase == null ? null : normalPhaseId(state.currentPhase);
  const index = phases.findIndex((other) => other.id === phase.id);
  const heir = current === phase.id ? (left[index] ?? left.at(-1)) : left.find((other) => other.id === current);
  const count = countProgress({ ...desk.snapshot(), phases: left }, null, "afresh");
  const change = { progress: count, activity: `removed phase ${phase.number}` };
  if (heir === undefined) return changeStateText(desk, renumbered, { ...change, fields: {}, position: {} });
  const number = renewed(heir.number, renumbering, false);
  const plan: Record<string, string> =
    current === phase.id ? { Plan: `0 of ${heir.plans.length} in current phase`, Status: "Ready to plan" } : {};
  return changeStateText(desk, renumbered, {
    ...change,
    fields: {
      current_phase: number,
      current_phase_name: heir.name,
      ...(current === phase.id ? { status: "planning" } : {}),
    },
    position: { Phase: `${number} of ${left.length} (${heir.name})`, ...plan },
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
