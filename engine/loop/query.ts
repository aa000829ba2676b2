import type { CheckAnswer, GateContext } from "./gate.ts";

type Query = (context: GateContext) => CheckAnswer;

/** The checks that a gate of the first-party set may ask for by name. Dots and hyphens are equal in names. */
const QUERIES: Readonly<Record<string, Query>> = {
  "plan-structure": planStructure,
};

export function queryCheck(name: string, context: GateContext): CheckAnswer {
  const key = name.replaceAll(".", "-");
  const query = Object.hasOwn(QUERIES, key) ? QUERIES[key] : undefined;
  return query ? query(context) : { cannotTell: `there is no check named ${name}`, remedy: "Repair the manifest." };
}

/** Every plan can be judged later: it has an objective, and at least one command that proves it. */
function planStructure({ phase }: GateContext): CheckAnswer {
  const problems = phase.plans.flatMap((plan) => [
    ...(plan.objective === "" ? [`${plan.id} has no <objective>`] : []),
    ...(plan.checks.length === 0 ? [`${plan.id} has no <verify><automated> command`] : []),
  ]);
  if (phase.plans.length === 0) problems.push("the phase has no plan");
  if (problems.length === 0)
    return { block: false, message: `${phase.plans.length} plan(s) can be verified`, remedy: "" };
  return {
    block: true,
    message: problems.join("; "),
    remedy: "Add what is missing to the plans, then close the point again.",
    details: { problems },
  };
}
