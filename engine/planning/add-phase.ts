import { decimalsOf, idBehind, usedPhaseIds } from "./phase-numbers.ts";
import { phaseFolderName, slugOf } from "./phase-slug.ts";
import { countProgress } from "./progress.ts";
import { shortPhaseId } from "./renumber-text.ts";
import { addRoadmapPhase } from "./roadmap-add.ts";
import { oneLine } from "./text-edit.ts";
import { changeState, type Desk, type Draft, findPhase, isRefusal, roadmapFocus } from "./transition-desk.ts";
import { refuse, type TransitionOf, type TransitionRefusal } from "./transition-types.ts";

/** Adds a phase behind the last one of the current milestone. */
export function addPhase(desk: Desk, args: TransitionOf<"add-phase">): Draft {
  const problem = problemOf(desk, args.name);
  if (problem !== null) return problem;
  const phases = desk.snapshot().phases;
  const ids = phases.map((phase) => phase.id);
  const id = idBehind(usedPhaseIds(desk), ids);
  const last = phases.at(-1);
  const isPlain = /^\d+$/.test(id);
  const draft = withPhase(desk, args.name, id, null, last === undefined ? "Nothing" : mentionOf(last.id));
  if (!draft.ok) return draft;
  const number = isPlain ? Number(id) : shortPhaseId(id);
  const mode = isPlain ? "sequential" : /^[A-Z]/.test(id) ? "bracket" : "milestone";
  return { ...draft, data: { phase_number: number, padded: id, ...draft.data, naming_mode: mode } };
}

/** Adds a decimal phase behind another one and its decimals. */
export function insertPhase(desk: Desk, args: TransitionOf<"insert-phase">): Draft {
  const problem = problemOf(desk, args.name);
  if (problem !== null) return problem;
  const after = findPhase(desk.snapshot(), args.after);
  if (isRefusal(after)) return after;
  const base = after.id.replace(/(?<=\d|[A-Z])\.\d+$/, "");
  if (/-\d+$/.test(base) && !/^[A-Z]/.test(base)) {
    const message = `Phase ${after.number} is numbered by milestone, and such numbers have no decimals.`;
    return refuse("phase_form_unsupported", message, "Add the phase at the end of its milestone.");
  }
  const { next } = decimalsOf(usedPhaseIds(desk), base);
  const draft = withPhase(desk, args.name, next, base, mentionOf(base));
  if (!draft.ok) return draft;
  return { ...draft, data: { phase_number: next, after_phase: after.number, ...draft.data } };
}

function problemOf(desk: Desk, name: string): TransitionRefusal | null {
  if (oneLine(name) === "") return refuse("text_empty", "The phase has no name.", "Give it a name.");
  if (desk.text(desk.paths.roadmap) === null) {
    return refuse("roadmap_missing", `There is no ${desk.paths.roadmap}.`, "Write the roadmap first.");
  }
  if (desk.snapshot().roadmap?.scope === "truncated") {
    return refuse("roadmap_truncated", "The end of ROADMAP.md could not be read.", "Close the open fence or comment.");
  }
  return null;
}

function withPhase(desk: Desk, written: string, id: string, after: string | null, dependsOn: string): Draft {
  const snapshot = desk.snapshot();
  const name = oneLine(written).replaceAll("**", "");
  const title = after === null ? mentionOf(id) : `${mentionOf(id)} (INSERTED)`;
  const phase = { id, title, name, dependsOn };
  const roadmap = addRoadmapPhase(desk.text(desk.paths.roadmap) ?? "", phase, after, roadmapFocus(desk));
  const directory = `${desk.paths.phases}/${phaseFolderName(id, name, snapshot.config)}`;
  const count = countProgress(snapshot, null);
  const progress = { ...count, totalPhases: Math.max(count.totalPhases, snapshot.phases.length + 1) };
  const state = changeState(desk, { fields: {}, position: {}, progress, activity: `added phase ${shortPhaseId(id)}` });
  if (!state.ok && state.reason !== "state_missing") return state;
  return {
    ok: true,
    texts: {
      [desk.paths.roadmap]: roadmap,
      [`${directory}/.gitkeep`]: "",
      ...(state.ok ? { [desk.paths.state]: state.text } : {}),
    },
    data: { name, slug: slugOf(name), directory },
  };
}

function mentionOf(id: string): string {
  const bracket = /^([A-Z][A-Z0-9_]*\.\d+)-(.*)$/.exec(id);
  return bracket === null ? `Phase ${shortPhaseId(id)}` : `[${bracket[1]}] ${bracket[2]}`;
}
