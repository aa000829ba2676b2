import { completeRequirements } from "./edit-requirements.ts";
import { traceabilityRows } from "./requirements.ts";
import type { Desk, Draft } from "./transition-desk.ts";
import { refuse, type TransitionOf } from "./transition-types.ts";

/** Ticks requirements by their ids. What is complete already, or not listed, is told apart and no refusal. */
export function markRequirements(desk: Desk, { ids }: TransitionOf<"mark-requirements">): Draft {
  const path = desk.paths.requirements;
  const before = desk.text(path);
  if (before === null) return refuse("requirements_missing", `There is no ${path}.`, "Write the requirements first.");
  const { text, completed, unknown } = completeRequirements(before, ids, "");
  const known = ids.filter((id) => !unknown.includes(id));
  const rows = traceabilityRows(before);
  const traced = new Set(rows.map((row) => row.requirement));
  const writes = text === before ? [] : [path];
  return {
    ok: true,
    texts: { [path]: text },
    data: {
      updated: completed.length > 0,
      marked_complete: [...completed],
      already_complete: known.filter((id) => !completed.includes(id)),
      not_found: [...unknown],
      table_unmatched: rows.length === 0 ? [] : known.filter((id) => !traced.has(id)),
      total: ids.length,
      write_set: writes,
      write_set_complete: true,
    },
  };
}
