import type { JsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { nextStep } from "../loop/next.ts";
import { STEPS, type Step } from "../loop/points.ts";
import { positionOf } from "../loop/position.ts";
import type { Refusal } from "../reaction.ts";
import { guardOf } from "./guard-of.ts";

const ARTIFACT = /^\.planning\/phases\/(?:[^/]+\/)+[^/]*?(CONTEXT|PLAN|SUMMARY)\.md$/i;
const STEP_OF: Readonly<Record<string, Step>> = { CONTEXT: "discuss", PLAN: "plan", SUMMARY: "execute" };

/**
 * While a run is open, what a step leaves behind can only be written once the loop has come to that work: a summary
 * written early would make a plan look done whose gates were never asked.
 */
export function judgeArtifactOrder(
  tool: string,
  args: JsonObject,
  context: ProjectContext,
  folder?: string,
): Refusal | null {
  for (const { named, inside } of guardOf(context).written(tool, args, folder)) {
    const artifact = ARTIFACT.exec(inside ?? "")?.[1]?.toUpperCase();
    const refusal = artifact === undefined ? null : judgeArtifact(named, artifact, context);
    if (refusal) return refusal;
  }
  return null;
}

function judgeArtifact(path: string, artifact: string, context: ProjectContext): Refusal | null {
  const run = context.runs.state();
  const step = STEP_OF[artifact];
  if (!run || !step) return null;
  const snapshot = context.snapshot();
  const position = positionOf(snapshot, run);
  if (position.kind !== "in-phase") return null;
  const { at } = position;
  const tooEarly = STEPS.indexOf(step) > STEPS.indexOf(at.step);
  const beforeWork = step === at.step && at.kind === "point" && /^\w+:(?:wave:)?pre$/.test(at.place.point);
  if (!tooEarly && !beforeWork) return null;
  const next = nextStep(snapshot, run);
  return {
    rule: "step-order",
    reason: `${path} belongs to ${step}, and the loop stands before "${next.action}"`,
    remedy: next.call ? `Call ${next.call} first.` : `First ${next.action}.`,
  };
}
