import { isBracketConvention } from "./config.ts";
import { isSentinelPhase } from "./phase-id.ts";
import { readProjectFile } from "./project-file.ts";
import { readProgressTables } from "./roadmap-tables.ts";
import { tableCells } from "./table-cells.ts";
import type { PlanningSnapshot } from "./types.ts";

/** Whether the roadmap's progress table calls every phase complete; null where it has no table. */
export function isTabledComplete({ root, folder, config }: PlanningSnapshot): boolean | null {
  const roadmap = readProjectFile(root, `${folder}/ROADMAP.md`);
  if (!roadmap.ok) return null;
  const table = readProgressTables(roadmap.text, { bracket: isBracketConvention(config) })[0];
  const rows = table?.rows.filter(({ id }) => !isSentinelPhase(id)) ?? [];
  if (table === undefined || rows.length === 0) return null;
  const status = table.columns.indexOf("status");
  return rows.every(({ line }) => /^complete$/i.test(tableCells(line.text)[status] ?? ""));
}
