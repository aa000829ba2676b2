import { isJsonObject } from "../json.ts";
import { oneLine } from "../run/one-line.ts";
import { yaml } from "../yaml.ts";

/** Something that a checkpoint wants to have learnt, for a person to decide about. */
export interface LearningDecision {
  /** What it would change: `wiki`, `agent_def`, … */
  readonly target: string;
  /** What the checkpoint says, on one line. */
  readonly text: string;
}

const LONGEST = 500;

/** The decisions of a checkpoint that are not `none`. A text that is no checkpoint decides nothing. */
export function learningDecisions(checkpoint: string): readonly LearningDecision[] {
  const decisions = decisionsIn(checkpoint);
  return Object.entries(decisions).flatMap(([target, decision]) => {
    if (!/^[a-z][a-z0-9_]{0,60}$/.test(target) || isNone(decision)) return [];
    return [{ target, text: oneLine(typeof decision === "string" ? decision : JSON.stringify(decision), LONGEST) }];
  });
}

function decisionsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = yaml().parse(text);
    const checkpoint = isJsonObject(value) ? value.learning_checkpoint : undefined;
    const decisions = isJsonObject(checkpoint) ? checkpoint.decisions : undefined;
    return isJsonObject(decisions) ? decisions : {};
  } catch {
    // A checkpoint that is no YAML says nothing.
    return {};
  }
}

/** `none` by itself or as the decision of an entry with reasons. */
function isNone(decision: unknown): boolean {
  if (decision === undefined || decision === null || decision === "") return true;
  if (typeof decision === "string") return decision.trim().toLowerCase() === "none";
  return isJsonObject(decision) && isNone(decision.decision ?? decision.action ?? "given");
}
