import type { PhaseView } from "../../planning/types.ts";
import { fromProblems, type Query } from "./query.ts";

/** Every requirement of the phase is taken up by at least one of its plans. */
export const requirementCoverage: Query = ({ phase }) => {
  const { counts, uncovered } = requirementCounts(phase);
  return fromProblems(
    uncovered.map((id) => `no plan takes up ${id}`),
    {
      open: `${counts.total} requirement(s) are planned`,
      remedy: "Name the requirement in `requirements` of the plan that fulfils it, or add a plan for it.",
    },
    { counts },
  );
};

export function requirementCounts(phase: PhaseView) {
  const planned = new Set(phase.plans.flatMap((plan) => plan.requirements.map((id) => id.toUpperCase())));
  const uncovered = phase.requirements.filter((id) => !planned.has(id.toUpperCase()));
  const total = phase.requirements.length;
  return { uncovered, counts: { total, covered: total - uncovered.length, uncovered: uncovered.length } };
}
