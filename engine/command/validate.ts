import * as z from "zod/mini";
import { isJsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Outcome } from "../loop/outcome.ts";
import { moveState } from "../loop/transitions.ts";
import { checkConsistency } from "../planning/consistency.ts";
import { type HealthIssue, judgeHealth } from "../planning/health.ts";
import { planningPaths } from "../planning/planning-paths.ts";
import { PlanningTexts } from "../planning/planning-texts.ts";
import { unlistedMilestones } from "../planning/shipped-list.ts";
import { recoverPlanning } from "../planning/transition.ts";
import { flag, nothing } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

export const validateCommands: readonly CommandRow[] = [
  row({
    family: "validate",
    name: "health",
    summary: "What is wrong in .planning; --repair mends what can be mended without a decision.",
    audience: "both",
    positionals: [],
    switches: ["repair"],
    input: () => z.object({ repair: flag() }),
    run: async (context, input) => (input.repair ? repair(context) : report(context, [])),
  }),
  row({
    family: "validate",
    name: "consistency",
    summary: "Whether roadmap, folders, plans and summaries fit together.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context) => consistency(context),
  }),
];

function report(context: ProjectContext, repairs: readonly string[]): Outcome {
  const snapshot = context.snapshot();
  const { status, errors, warnings, info } = judgeHealth(snapshot, snapshot.exists ? unlistedIn(context) : []);
  const repairable = [...errors, ...warnings].filter((issue) => issue.repairable).length;
  const lines = [...errors, ...warnings].map(({ code, message, fix }) => `${code} ${message} ${fix}`);
  return {
    ok: true,
    data: {
      status,
      errors: errors.map(copy),
      warnings: warnings.map(copy),
      info: info.map(copy),
      repairable_count: repairable,
      ...(repairs.length > 0 && { repairs_performed: [...repairs] }),
    },
    text: [`The project is ${status}.`, ...repairs.map((done) => `Repaired: ${done}`), ...lines].join("\n"),
    ...(status === "broken" && { degraded: true }),
  };
}

function unlistedIn({ root, workstream }: ProjectContext): readonly string[] {
  const texts = new PlanningTexts(root);
  const { shipped, milestones } = planningPaths(workstream);
  return unlistedMilestones(texts.read(shipped), texts.names(milestones));
}

async function repair(context: ProjectContext): Promise<Outcome> {
  if (!context.snapshot().exists) return report(context, []);
  const { root, now, home, workstream } = context;
  const { finished } = await recoverPlanning(root, { now, home, workstream });
  const mended = await moveState(context, { type: "repair" });
  if (!mended.ok) return mended;
  const repairs =
    isJsonObject(mended.data) && Array.isArray(mended.data.repairs) ? mended.data.repairs.map(String) : [];
  return report(context, [
    ...(finished.length > 0 ? [`finished an interrupted change of ${finished.join(", ")}`] : []),
    ...repairs,
  ]);
}

function consistency(context: ProjectContext): Outcome {
  const { errors, warnings } = checkConsistency(context.snapshot());
  return {
    ok: true,
    data: {
      passed: errors.length === 0,
      errors: [...errors],
      warnings: [...warnings],
      warning_count: warnings.length,
    },
    text:
      errors.length + warnings.length === 0
        ? "Everything fits together."
        : [...errors.map((line) => `error: ${line}`), ...warnings.map((line) => `warning: ${line}`)].join("\n"),
  };
}

function copy(issue: HealthIssue) {
  return { ...issue };
}
