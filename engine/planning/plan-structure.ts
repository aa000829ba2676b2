import type { Json } from "../json.ts";
import { readPlan } from "./plan.ts";

export interface PlanStructure {
  readonly valid: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly tasks: readonly {
    readonly name: string;
    readonly type: string;
    readonly hasFiles: boolean;
    readonly hasAction: boolean;
    readonly hasVerify: boolean;
    readonly hasDone: boolean;
  }[];
  readonly fields: readonly string[];
}

const REQUIRED = ["phase", "plan", "type", "wave", "depends_on", "files_modified", "autonomous", "must_haves"];

/** Whether a plan has what it takes to be executed and judged. */
export function checkPlanStructure(text: string): PlanStructure {
  const plan = readPlan(text);
  const errors: string[] = [];
  const warnings: string[] = [];
  if (plan.problem !== null) errors.push(plan.problem.message);
  for (const name of REQUIRED) if (isMissing(plan.fields[name])) errors.push(`The front matter has no ${name}`);
  if (plan.objective === "") warnings.push("There is no <objective>");
  if (plan.tasks.length === 0) errors.push("There is no <task>");
  plan.tasks.forEach((task, index) => {
    const who = task.name === "" ? `Task ${index + 1}` : `Task "${task.name}"`;
    if (task.name === "") errors.push(`${who} has no <name>`);
    if (task.type.startsWith("checkpoint")) {
      if (plan.autonomous) errors.push(`${who} is a checkpoint, but the plan says autonomous`);
      return;
    }
    if (!task.hasAction) errors.push(`${who} has no <action>`);
    if (!task.hasVerify) warnings.push(`${who} has no <verify>`);
    if (!task.hasDone) warnings.push(`${who} has no <done>`);
    if (task.files.length === 0) warnings.push(`${who} has no <files>`);
  });
  if ((plan.declaredWave ?? 1) > 1 && plan.dependsOn.length === 0) {
    warnings.push(`Wave ${plan.declaredWave} is declared, but no dependency puts the plan there`);
  }
  if (plan.checks.length === 0) warnings.push("No <verify><automated> command proves the plan");
  return {
    valid: errors.length === 0,
    errors,
    warnings,
    tasks: plan.tasks.map(({ files, ...task }) => ({ ...task, hasFiles: files.length > 0 })),
    fields: Object.keys(plan.fields),
  };
}

function isMissing(value: Json | undefined): boolean {
  return value === undefined || value === "";
}
