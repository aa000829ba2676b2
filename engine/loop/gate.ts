import { sha256 } from "../file/digest.ts";
import type { Guard } from "../guard/guard.ts";
import type { JsonObject } from "../json.ts";
import type { PhaseView, PlanningSnapshot } from "../planning/types.ts";
import { type CheckAnswer, evaluatePredicate } from "./evaluate-predicate.ts";
import { parsePredicate } from "./predicate.ts";
import { queryCheck } from "./query.ts";
import type { ActiveGate } from "./resolve.ts";
import type { Settings } from "./settings.ts";

export interface GateContext {
  readonly snapshot: PlanningSnapshot;
  readonly phase: PhaseView;
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly guard: Guard;
  /** The command by which a person lets the gate stand open. */
  readonly waiving: string;
}

/** The engine's own judgement of one gate. */
export interface Verdict {
  /** `advice` is a gate that would block but is not declared blocking. */
  readonly verdict: "open" | "shut" | "advice";
  readonly message: string;
  readonly remedy: string;
  readonly details: JsonObject;
  readonly latencyMs: number;
}

/** Evaluates a gate. One that cannot be evaluated is shut if it is blocking, or if its error is to halt. */
export async function evaluateGate(gate: ActiveGate, context: GateContext): Promise<Verdict> {
  const started = performance.now();
  const answer = await answerOf(gate, context);
  const latencyMs = Math.round(performance.now() - started);
  if ("cannotTell" in answer) {
    return {
      verdict: gate.blocking || gate.onError === "halt" ? "shut" : "advice",
      message: `It cannot be evaluated: ${answer.cannotTell}`,
      remedy: `${answer.remedy} Or ask the person to let it stand open: \`${context.waiving}\`.`,
      details: {},
      latencyMs,
    };
  }
  const verdict = !answer.block ? "open" : gate.blocking ? "shut" : "advice";
  return { verdict, message: answer.message, remedy: answer.remedy, details: answer.details ?? {}, latencyMs };
}

async function answerOf(gate: ActiveGate, context: GateContext): Promise<CheckAnswer> {
  const { query, predicate, synthetic, reason } = gate.check;
  try {
    if (synthetic !== undefined) return notLoaded(gate.capId, reason);
    if (query !== undefined) return queryCheck(query, context);
    if (predicate !== undefined) return await answerPredicate(predicate, context);
    return { block: false, message: "An agent's verdict never blocks.", remedy: "" };
  } catch (error) {
    return { cannotTell: error instanceof Error ? error.message : String(error), remedy: "Repair the check." };
  }
}

async function answerPredicate(value: JsonObject, context: GateContext): Promise<CheckAnswer> {
  const parsed = parsePredicate(value);
  if (!parsed.ok) return { cannotTell: parsed.reason, remedy: "Repair the capability's manifest." };
  const { snapshot, phase, settings, env, guard } = context;
  return evaluatePredicate(parsed.predicate, { root: snapshot.root, settings, env, guard, phase });
}

function notLoaded(capId: string, reason = "unknown"): CheckAnswer {
  return {
    block: true,
    message: `The capability ${capId} has a gate here and could not be loaded: ${reason}`,
    remedy: `Ask the person to repair it, to remove it (\`capability remove ${capId}\`) or to accept it (\`gate waive ${capId} --reason "…"\`).`,
  };
}

/** Equal while a gate asks for the same thing: what a waiver is bound to. */
export function gateDigest(gate: ActiveGate): string {
  return `sha256:${sha256(JSON.stringify(gate.check))}`;
}
