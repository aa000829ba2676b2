/** Where the files of a project, or of one of its workstreams, lie. All relative to the project root. */
export interface PlanningPaths {
  /** `.planning`, or the folder of the workstream in it. */
  readonly folder: string;
  readonly state: string;
  readonly roadmap: string;
  readonly requirements: string;
  readonly waiting: string;
  /** The published contract, `state.json`. */
  readonly contract: string;
  /** Who works on which phase; advisory. */
  readonly claim: string;
  readonly phases: string;
  readonly milestones: string;
  /** The list of what has shipped. */
  readonly shipped: string;
}

export const PLANNING = ".planning";

/** `segments` are those below `.planning` that name a workstream, for example `["workstreams", "billing"]`. */
export function planningPaths(segments: readonly string[] | null = null): PlanningPaths {
  const folder = [PLANNING, ...(segments ?? [])].join("/");
  return {
    folder,
    state: `${folder}/STATE.md`,
    roadmap: `${folder}/ROADMAP.md`,
    requirements: `${folder}/REQUIREMENTS.md`,
    waiting: `${folder}/WAITING.json`,
    contract: `${folder}/state.json`,
    claim: `${folder}/milestone.lock`,
    phases: `${folder}/phases`,
    milestones: `${folder}/milestones`,
    shipped: `${folder}/MILESTONES.md`,
  };
}
