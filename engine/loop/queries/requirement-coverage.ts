import { fromProblems, type Query } from "./query.ts";

/** Every requirement of the phase is taken up by at least one of its plans. */
export const requirementCoverage: Query = ({ phase }) => {
  const planned = new Set(phase.plans.flatMap((plan) => plan.requirements.map((id) => id.toUpperCase())));
  const uncovered = phase.requirements.filter((id) => !planned.has(id.toUpperCase()));
  const counts = {
    total: phase.requirements.length,
    covered: phase.requirements.length - uncovered.length,
    uncovered: uncovered.length,
  };
  return fromProblems(
    uncovered.map((id) => `no plan takes up ${id}`),
    {
      open: `${counts.total} requirement(s) are planned`,
      remedy: "Name the requirement in `requirements` of the plan that fulfils it, or add a plan for it.",
    },
    { counts },
  );
};
