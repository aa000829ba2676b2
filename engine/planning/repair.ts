import { isJsonObject, type JsonObject } from "../json.ts";
import { readConfig } from "./config.ts";
import { editConfig } from "./edit-config.ts";
import { writeFirstState } from "./first-state.ts";
import { unlistedMilestones, withShipped } from "./shipped-list.ts";
import type { Desk, Plan } from "./transition-desk.ts";

/** Settings that other tools take for off where a `workflow` section leaves them out. */
export const SPELLED_OUT = ["nyquist_validation", "ai_integration_phase"] as const;

/** Those of them that a configuration leaves out. One without a section leaves all to the defaults. */
export function leftOut(config: JsonObject): readonly (typeof SPELLED_OUT)[number][] {
  const { workflow } = config;
  return isJsonObject(workflow) ? SPELLED_OUT.filter((key) => workflow[key] === undefined) : [];
}

/** Mends what needs no decision and takes nothing away. */
export function repairPlanning(desk: Desk): Plan {
  const repairs: string[] = [];
  const texts: Record<string, string> = {};
  const config = `${desk.paths.folder}/config.json`;
  const settings = desk.text(config);
  const reading = readConfig(settings ?? "{}");
  const keys = settings !== null && reading.ok ? leftOut(reading.config) : [];
  if (settings === null) {
    texts[config] = "{}\n";
    repairs.push(`wrote an empty ${config}`);
  } else if (keys.length > 0) {
    const mark = settings.startsWith("\ufeff") ? "\ufeff" : "";
    texts[config] =
      mark +
      editConfig(
        settings.slice(mark.length),
        keys.map((key) => [`workflow.${key}`, true]),
      );
    repairs.push(`spelled out workflow.${keys.join(" and workflow.")} in ${config}`);
  }
  const state = writeFirstState(desk);
  if (state.ok && state.data.created === true) {
    Object.assign(texts, state.texts);
    repairs.push(`wrote a new ${desk.paths.state} from the roadmap`);
  }
  const { milestones, shipped } = desk.paths;
  for (const version of unlistedMilestones(desk.text(shipped), desk.names(milestones))) {
    const lines = [`- Found again in \`milestones/${version}-ROADMAP.md\`.`];
    texts[shipped] = withShipped(texts[shipped] ?? desk.text(shipped), {
      version,
      name: version,
      when: "date unknown",
      lines,
    });
    repairs.push(`listed ${version} in ${shipped}`);
  }
  return { ok: true, texts, data: { repairs } };
}
