import { isJsonObject, type JsonObject } from "../json.ts";
import { normalPhaseId } from "./phase-id.ts";
import type { PhaseView, PlanningSnapshot } from "./types.ts";

/** The recommended next action, as `state.json` publishes it. */
export interface PublishedNext {
  readonly command: string;
  readonly label: string;
  readonly reason: string;
}

/**
 * The text of `state.json` (contract 1.0.0), which other programs read instead of our Markdown. The standing text is
 * kept when only the time would change.
 */
export function contractText(
  snapshot: PlanningSnapshot,
  next: PublishedNext,
  now: number,
  standing: string | null,
): string {
  const content = {
    contract: "1.0.0",
    flavor: "core",
    milestone: milestoneOf(snapshot),
    phases: snapshot.phases.map((phase) => ({
      number: phase.number,
      name: phase.name,
      status: statusOf(phase, snapshot),
    })),
    next: { command: next.command, label: next.label, reason: next.reason },
  };
  if (standing !== null && isSame(standing, content)) return standing;
  return `${JSON.stringify({ ...content, updated_at: new Date(now).toISOString() }, null, 2)}\n`;
}

function milestoneOf({ state }: PlanningSnapshot): string | null {
  const named = [state?.milestone, state?.milestoneName].filter((part) => part !== null && part !== undefined);
  return named.length === 0 ? null : named.join(" — ");
}

function statusOf(phase: PhaseView, { state }: PlanningSnapshot): "complete" | "in_progress" | "pending" {
  if (phase.complete || (phase.ticked && phase.directory === null)) return "complete";
  if (phase.plans.length > 0) return "in_progress";
  const isCurrent = state?.currentPhase != null && normalPhaseId(state.currentPhase) === phase.id;
  return isCurrent && state?.status !== "planning" && state?.status !== null ? "in_progress" : "pending";
}

function isSame(standing: string, content: JsonObject): boolean {
  try {
    const known: unknown = JSON.parse(standing);
    if (!isJsonObject(known)) return false;
    const { updated_at: _time, ...rest } = known;
    return JSON.stringify(rest) === JSON.stringify(content);
  } catch {
    return false;
  }
}
