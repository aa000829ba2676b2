import type { Query } from "./query.ts";
import { requirementCounts } from "./requirement-coverage.ts";

/** Which requirements of the phase no plan takes up, in the reference's fields. It tells and never blocks. */
export const gapAnalysis: Query = ({ phase, settings }) => {
  const enabled = settings.isOn("workflow.post_planning_gaps");
  const { counts, uncovered } = requirementCounts(phase);
  const summary = `${counts.uncovered} of ${counts.total} requirements are taken up by no plan`;
  const rows = phase.requirements.map((id) => `| ${id} | ${uncovered.includes(id) ? "not covered" : "covered"} |`);
  const table = ["| Requirement | Plans |", "|---|---|", ...rows].join("\n");
  const message = uncovered.length > 0 ? `${summary}: ${uncovered.join(", ")}` : summary;
  return { block: false, message, remedy: "", details: { passed: true, enabled, counts, table, summary } };
};
