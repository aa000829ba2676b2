import type { PublishedNext } from "../planning/contract.ts";
import { applyTransition } from "../planning/transition.ts";
import type { Transition } from "../planning/transition-types.ts";
import type { PlanningSnapshot } from "../planning/types.ts";
import type { ProjectContext } from "./context.ts";
import { nextStep } from "./next.ts";
import { type Outcome, refuse } from "./outcome.ts";
import { positionOf } from "./position.ts";

/** Moves the plan state on and writes the move into the record of the open run. */
export async function moveState(
  context: ProjectContext,
  transition: Transition,
  session: string | null = null,
): Promise<Outcome> {
  const result = await applyTransition(context.root, transition, {
    now: context.now,
    home: context.home,
    workstream: context.workstream,
    session,
    next: (snapshot) => publishedNext(context, snapshot),
    snapshots: { read: context.snapshot },
  });
  if (!result.ok) return result;
  const phase = "phase" in transition ? transition.phase : undefined;
  context.runs.current()?.append("transition", {
    name: transition.type,
    ...(phase !== undefined && { phase }),
    changed: result.changed,
  });
  const changed = result.changed.length > 0 ? `changed ${result.changed.join(", ")}` : "nothing had to change";
  return { ok: true, data: { updated: result.changed, ...result.data }, text: `${transition.type}: ${changed}` };
}

function publishedNext(context: ProjectContext, snapshot: PlanningSnapshot): PublishedNext {
  const next = nextStep(snapshot, context.runs.state());
  return { command: next.command, label: next.action, reason: next.reason };
}

/** Completes a phase. A model may do so only where the loop has come to it. */
export async function completePhase(context: ProjectContext, phase: string, byModel: boolean): Promise<Outcome> {
  if (byModel) {
    const run = context.runs.state();
    const position = positionOf(context.snapshot(), run);
    const isThere =
      position.kind === "in-phase" && position.at.kind === "completion" && context.runs.current() !== null;
    if (!isThere) {
      const next = nextStep(context.snapshot(), run);
      const remedy = next.call ? `Call ${next.call}.` : `First ${next.action}.`;
      return refuse("step_order", `Phase ${phase} cannot be completed now: ${next.action} comes first`, remedy);
    }
  }
  return moveState(context, { type: "complete-phase", phase });
}

/** Takes back the question to a person. A model may do so only after a person spoke. */
export async function resumeWork(context: ProjectContext, byModel: boolean): Promise<Outcome> {
  const run = context.runs.state();
  const isOwed = context.snapshot().waiting !== null && run !== null && run.personSpokeAt <= run.askedAt;
  if (byModel && isOwed) {
    return refuse("not_allowed", "Nobody has answered yet", "Wait for the person; say what you need and stop.");
  }
  return moveState(context, { type: "signal-resume" });
}
