import * as z from "zod/mini";
import { replaceFile } from "../file/atomic-write.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Outcome } from "../loop/outcome.ts";
import { checkConsistency } from "../planning/consistency.ts";
import { type HealthIssue, judgeHealth } from "../planning/health.ts";
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
  const { status, errors, warnings, info } = judgeHealth(context.snapshot());
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

async function repair(context: ProjectContext): Promise<Outcome> {
  const repairs: string[] = [];
  if (context.snapshot().exists) {
    const recovered = await recoverPlanning(context.root, {
      now: context.now,
      home: context.home,
      workstream: context.workstream,
    });
    if (recovered.finished.length > 0)
      repairs.push(`finished an interrupted change of ${recovered.finished.join(", ")}`);
    const { files, folder } = context.snapshot();
    if (!files.includes("config.json")) {
      replaceFile(context.root, `${folder}/config.json`, "{}\n");
      repairs.push(`wrote an empty ${folder}/config.json`);
    }
  }
  return report(context, repairs);
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
