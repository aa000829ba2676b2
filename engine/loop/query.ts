import type { CheckAnswer } from "./evaluate-predicate.ts";
import { autoModeQuery } from "./queries/auto-mode.ts";
import { gapAnalysis } from "./queries/gap-analysis.ts";
import { planDrift } from "./queries/plan-drift.ts";
import { planStructure } from "./queries/plan-structure.ts";
import type { Query, QueryContext } from "./queries/query.ts";
import { requirementCoverage } from "./queries/requirement-coverage.ts";
import { testsFirst } from "./queries/tests-first.ts";
import { uiContract, uiGate } from "./queries/ui-contract.ts";

/**
 * The checks that a gate may ask for by name. Dots, spaces and hyphens are equal in names. The last four answer to the
 * reference's names, so that gates written for it can be evaluated; where they differ they are the stricter.
 */
const QUERIES: Readonly<Record<string, Query>> = {
  "plan-structure": planStructure,
  "requirement-coverage": requirementCoverage,
  "plan-drift": planDrift,
  "tests-first": testsFirst,
  "ui-contract": uiContract,
  "ui-plan-gate": uiGate,
  "ui-safety-gate": uiGate,
  "gap-analysis-plan-post": gapAnalysis,
  "auto-mode": autoModeQuery,
};

export const QUERY_NAMES: readonly string[] = Object.keys(QUERIES);

export function queryCheck(name: string, context: QueryContext): CheckAnswer {
  const key = name.replaceAll(/[. ]/g, "-");
  const query = Object.hasOwn(QUERIES, key) ? QUERIES[key] : undefined;
  if (query) return query(context);
  const cannotTell = `this engine has no check named ${name}`;
  return { cannotTell, remedy: `Ask the person for a version of the capability that does without ${name}.` };
}
