import type { JsonObject } from "../json.ts";
import { shipMilestone } from "./edit-roadmap.ts";
import { countProgress } from "./progress.ts";
import { tellsPhases } from "./roadmap-scope.ts";
import { withShipped } from "./shipped-list.ts";
import { oneLine } from "./text-edit.ts";
import { changeState, type Desk, type Draft, dateOf, type Plan } from "./transition-desk.ts";
import { refuse, type TransitionOf, type TransitionRefusal } from "./transition-types.ts";

/**
 * Archives the current milestone: copies of ROADMAP.md and REQUIREMENTS.md and the phase folders go to `milestones/`.
 * Refused unless every phase is verified. `dryRun` only says what would happen.
 */
export function completeMilestone(desk: Desk, args: TransitionOf<"complete-milestone">): Draft {
  const version = oneLine(args.version);
  const refusal = refusalOf(desk, version);
  if (refusal !== null) return refusal;
  const { phases, state } = desk.snapshot();
  const name = args.name ?? state?.milestoneName ?? version;
  const archive = archiveOf(desk, version, args.archivePhases !== false);
  const stats = {
    phases: phases.length,
    plans: phases.reduce((sum, phase) => sum + phase.plans.length, 0),
    tasks: phases.flatMap((phase) => phase.plans).reduce((sum, plan) => sum + plan.taskCount, 0),
  };
  const updates = { milestones_md: desk.paths.shipped, state_md: desk.paths.state };
  const data = { version, name, stats };
  if (args.dryRun === true) {
    return {
      ok: true,
      texts: {},
      data: { dry_run: true, ...data, would_archive: archive.data, would_update: updates },
    };
  }
  const edited = changeState(desk, {
    fields: { status: "completed" },
    position: { Status: `Milestone ${version} complete` },
    progress: countProgress(desk.snapshot(), null),
    activity: `completed milestone ${version}`,
  });
  if (!edited.ok) return edited;
  const roadmap = desk.text(desk.paths.roadmap) ?? "";
  return {
    ok: true,
    moves: archive.moves,
    texts: {
      ...archive.texts,
      [desk.paths.roadmap]: shipMilestone(roadmap, version),
      [desk.paths.shipped]: withShipped(desk.text(desk.paths.shipped), {
        version,
        name,
        when: dateOf(desk.now),
        lines: phases.map((phase) => `- Phase ${phase.number}: ${phase.name}`),
      }),
      [desk.paths.state]: edited.text,
    },
    data: { dry_run: false, ...data, archived: archive.data, updated: updates },
  };
}

function refusalOf(desk: Desk, version: string): TransitionRefusal | null {
  const { phases, state, roadmap } = desk.snapshot();
  if (!/^v?\d+(?:\.\d+)*$/i.test(version)) {
    return refuse("milestone_invalid", `${version} is no milestone version.`, "Name it like v1.0.");
  }
  if (state?.milestone != null && state.milestone.toLowerCase() !== version.toLowerCase()) {
    const message = `STATE.md is at milestone ${state.milestone}, not at ${version}.`;
    return refuse("milestone_other", message, `Complete ${state.milestone}, or switch to ${version} first.`);
  }
  if (roadmap === null || !tellsPhases(roadmap.scope, roadmap.milestones)) {
    return refuse("roadmap_unclear", "ROADMAP.md does not tell the milestone's phases.", "Run `planning inspect`.");
  }
  if (desk.names(desk.paths.milestones).includes(`${version}-ROADMAP.md`)) {
    return refuse("milestone_archived", `Milestone ${version} has been archived before.`, "Name another version.");
  }
  const open = phases.filter((phase) => !phase.complete && !(phase.ticked && phase.directory === null));
  if (phases.length > 0 && open.length === 0) return null;
  const what = open.map((phase) => `${phase.number} (${phase.verification.status})`).join(", ");
  const message = phases.length === 0 ? "The milestone has no phases." : `These phases are not verified: ${what}.`;
  return refuse("milestone_phases_incomplete", message, "Complete them, or take them out of the roadmap.");
}

interface Archive {
  readonly moves: NonNullable<Plan["moves"]>;
  readonly texts: Readonly<Record<string, string>>;
  readonly data: JsonObject;
}

function archiveOf(desk: Desk, version: string, withPhases: boolean): Archive {
  const target = (name: string) => `${desk.paths.milestones}/${version}-${name}`;
  const requirements = desk.text(desk.paths.requirements);
  const folders = desk.snapshot().phases.flatMap((phase) => phase.directory ?? []);
  const names = withPhases ? folders.map((path) => path.slice(path.lastIndexOf("/") + 1)) : [];
  return {
    moves: names.map((name) => ({ from: `${desk.paths.phases}/${name}`, to: `${target("phases")}/${name}` })),
    texts: {
      [target("ROADMAP.md")]: desk.text(desk.paths.roadmap) ?? "",
      ...(requirements === null ? {} : { [target("REQUIREMENTS.md")]: requirements }),
    },
    data: {
      roadmap: { source: desk.paths.roadmap, target: target("ROADMAP.md") },
      requirements:
        requirements === null ? null : { source: desk.paths.requirements, target: target("REQUIREMENTS.md") },
      phases: names,
    },
  };
}
