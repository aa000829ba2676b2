import { isDirective } from "../run/untrusted.ts";
import type { Learning, Learnings } from "./learnings.ts";
import { phaseTag } from "./phase-tag.ts";

const AT_MOST = 3;

/** What was learnt in this project that helps now: of the same phase first, then the newest. */
export function recall(learnings: Learnings, project: string, phase: string | null): readonly Learning[] {
  const own = learnings
    .list()
    .filter(({ source_project, learning }) => source_project === project && !isDirective(learning));
  const isOfPhase = ({ tags }: Learning) => phase !== null && tags.includes(phaseTag(phase));
  return [...own.filter(isOfPhase), ...own.filter((one) => !isOfPhase(one))].slice(0, AT_MOST);
}
