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

/** Evaluates a gate. A blocking gate that cannot be evaluated is shut. */
export async function evaluateGate(gate: ActiveGate, context: GateContext): Promise<Verdict> {
  const started = performance.now();
  const answer = await answerOf(gate, context);
  const latencyMs = Math.round(performance.now() - started);
  const [blocks, message, details] =
    "cannotTell" in answer
      ? [true, `It cannot be evaluated: ${answer.cannotTell}`, {}]
      : [answer.block, answer.message, answer.details ?? {}];
  const verdict = blocks ? (gate.blocking ? "shut" : "advice") : "open";
  return { verdict, message, remedy: answer.remedy, details, latencyMs };
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
    remedy: `Ask the person to repair it, to remove it (\`capability remove ${capId}\`) or to accept it (\`gate waive ${capId}\`).`,
  };
}

/** Equal while a gate asks for the same thing: what a waiver is bound to. */
export function gateDigest(gate: ActiveGate): string {
  return `sha256:${sha256(JSON.stringify(gate.check))}`;
}
