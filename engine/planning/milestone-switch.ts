import { isBracketConvention } from "./config.ts";
import { setPosition, setStateFields } from "./edit-state.ts";
import { removeFrontmatterField } from "./frontmatter-edit.ts";
import { readRoadmap } from "./roadmap.ts";
import { scopeRoadmap, tellsPhases } from "./roadmap-scope.ts";
import { oneLine } from "./text-edit.ts";
import { type Desk, type Draft, dateOf, stateMissing, stateUnreadable } from "./transition-desk.ts";
import { refuse, type TransitionOf } from "./transition-types.ts";

const OF_THE_OLD_ONE = ["current_phase", "current_phase_name", "current_plan", "stopped_at", "paused_at"];

/** STATE.md turns to another milestone and begins to count anew. Where it stands already, nothing changes. */
export function switchMilestone(desk: Desk, args: TransitionOf<"milestone-switch">): Draft {
  const text = desk.text(desk.paths.state);
  if (text === null) return stateMissing();
  const version = oneLine(args.version);
  if (!/^v?\d+(?:\.\d+)*$/i.test(version)) {
    return refuse("milestone_invalid", `${args.version} is no milestone version.`, "Name it like v1.1.");
  }
  const { state, config } = desk.snapshot();
  const name = args.name === undefined ? null : oneLine(args.name);
  const data = { switched: state?.milestone !== version, version, name, status: "planning" };
  if (!data.switched) return { ok: true, texts: {}, data: { ...data, status: state?.status ?? null } };
  const document = readRoadmap(desk.text(desk.paths.roadmap) ?? "", { bracket: isBracketConvention(config) });
  const scoped = scopeRoadmap(document, version);
  const total = tellsPhases(scoped.scope, document.milestones) ? scoped.phases.length : 0;
  const cleared = OF_THE_OLD_ONE.reduce(removeFrontmatterField, text);
  const activity = `Milestone ${version} started`;
  const fields = setStateFields(cleared, {
    milestone: version,
    ...(name === null ? {} : { milestone_name: name }),
    status: "planning",
    last_updated: new Date(desk.now).toISOString(),
    last_activity: dateOf(desk.now),
    last_activity_desc: activity,
    "progress.total_phases": total,
    "progress.completed_phases": 0,
    "progress.total_plans": 0,
    "progress.completed_plans": 0,
    "progress.percent": 0,
  });
  if (!fields.ok) return stateUnreadable(fields.problem.message);
  const position = setPosition(name === null ? removeFrontmatterField(fields.text, "milestone_name") : fields.text, {
    Phase: "Not started (defining requirements)",
    Plan: "—",
    Status: "Defining requirements",
    "Last activity": `${dateOf(desk.now)} - ${activity}`,
  });
  return { ok: true, texts: { [desk.paths.state]: position }, data };
}
