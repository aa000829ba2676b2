import { fromProblems, type Query } from "./query.ts";

/** Every plan can be judged later: it has an objective, and at least one command that proves it. */
export const planStructure: Query = ({ phase }) => {
  const problems = phase.plans.flatMap((plan) => [
    ...(plan.objective === "" ? [`${plan.id} has no <objective>`] : []),
    ...(plan.checks.length === 0 ? [`${plan.id} has no <verify><automated> command`] : []),
  ]);
  if (phase.plans.length === 0) problems.push("the phase has no plan");
  return fromProblems(problems, {
    open: `${phase.plans.length} plan(s) can be verified`,
    remedy: "Add what is missing to the plans, then close the point again.",
  });
};
