import { guardOf } from "../guard/guard-of.ts";
import type { Json } from "../json.ts";
import type { Place, TicketOutcome } from "../run/entry.ts";
import type { RunLog } from "../run/run-log.ts";
import type { PointState } from "../run/state.ts";
import type { ProjectContext } from "./context.ts";
import { commandsOf } from "./evaluate-predicate.ts";
import { evaluateGate, type Verdict } from "./gate.ts";
import { waiverOf } from "./gate-waiver.ts";
import { nextStep } from "./next.ts";
import { noRun } from "./no-run.ts";
import { type Outcome, refuse } from "./outcome.ts";
import type { Point } from "./points.ts";
import { type Position, positionOf } from "./position.ts";
import { parsePredicate } from "./predicate.ts";
import { resolveAt } from "./resolve-at.ts";
import { pointState } from "./stations.ts";
import { issueTickets, type Ticketed } from "./tickets.ts";
import { unreadSettings } from "./unread-settings.ts";
import { renderPoint } from "./work-order.ts";

type InPhase = Extract<Position, { kind: "in-phase" }>;

interface Here {
  readonly run: RunLog;
  readonly position: InPhase;
  readonly point: Point;
  readonly wave: number | undefined;
  readonly tickets: readonly Ticketed[];
  readonly state: PointState | null;
}

/** Enters a point: resolves its hooks and hands out their tickets. Entering an open point again repeats the answer. */
export function enterPoint(context: ProjectContext, point: Point): Outcome {
  const here = locate(context, point);
  if ("refusal" in here) return here.refusal;
  const { run, position, wave, tickets, state } = here;
  if (!state) {
    run.append("point_entered", { ...placeOf(here), tickets: tickets.map(({ ticket }) => ticket) });
    for (const { ticket, hook } of tickets) {
      if (hook.kind !== "contribution") continue;
      run.append("ticket_settled", {
        ...placeOf(here),
        ticket: ticket.id,
        outcome: "done",
        reason: "in the work order",
      });
    }
  }
  const data: Json = {
    phase: position.phase.id,
    point,
    ...(wave !== undefined && { wave }),
    tickets: tickets.map(({ ticket }) => ({ ...ticket })),
  };
  return { ok: true, data, text: renderPoint(point, tickets, context.registry, position.phase) };
}

/** Answers one ticket of an open point. */
export function settleTicket(
  context: ProjectContext,
  point: Point,
  ticketId: string,
  outcome: TicketOutcome,
  reason: string | undefined,
): Outcome {
  const here = locate(context, point);
  if ("refusal" in here) return here.refusal;
  if (!here.state) return notOpen(point);
  const known = [...here.state.tickets.keys()];
  const ticketed = here.tickets.find(({ ticket }) => ticket.id === ticketId);
  if (!here.state.tickets.has(ticketId)) {
    const remedy = known.length > 0 ? `Use one of: ${known.join(", ")}.` : "The point has no ticket; close it.";
    return refuse("ticket_unknown", `${point} has no ticket ${ticketId}`, remedy);
  }
  if (!ticketed) {
    setAside(here);
    return { ok: true, data: { ticket: ticketId, outcome: "skipped" }, text: `${ticketId}: skipped, ${GONE}` };
  }
  if (ticketed.hook.kind === "gate") {
    return refuse(
      "ticket_is_gate",
      `${ticketId} is a gate; nobody's word opens it`,
      `Call gsd_point with action "close": the engine evaluates the gate then.`,
    );
  }
  if (outcome !== "done" && !reason) {
    return refuse("reason_missing", `${outcome} needs a reason`, "Settle again with the reason in one sentence.");
  }
  const missing = outcome === "done" ? missingArtifacts(ticketed, here.position) : [];
  if (missing.length > 0) {
    return refuse(
      "proof_missing",
      `${ticketId} is said to be done, but ${missing.join(", ")} is not there`,
      `Write ${missing.join(", ")} in the phase's folder, or settle with failed or skipped and a reason.`,
    );
  }
  here.run.append("ticket_settled", { ...placeOf(here), ticket: ticketId, outcome, ...(reason && { reason }) });
  return { ok: true, data: { ticket: ticketId, outcome }, text: `${ticketId}: ${outcome}` };
}

/** Closes an open point when every ticket is answered and every gate, evaluated here and now, is open. */
export async function closePoint(context: ProjectContext, point: Point): Promise<Outcome> {
  const here = locate(context, point);
  if ("refusal" in here) return here.refusal;
  const { state } = here;
  if (!state) return notOpen(point);
  setAside(here);
  const open = [...state.tickets.values()].filter(({ outcome, entry }) => outcome === null && entry.kind !== "gate");
  if (open.length > 0) {
    const ids = open.map(({ entry }) => entry.id);
    return refuse(
      "tickets_open",
      `${point} has unanswered tickets: ${ids.join(", ")}`,
      "Do each one and settle it with done, failed or skipped.",
      { tickets: ids },
    );
  }
  const halted = here.tickets.find(
    ({ ticket, hook }) =>
      hook.kind === "step" && hook.onError === "halt" && state.tickets.get(ticket.id)?.outcome === "failed",
  );
  if (halted) {
    return refuse("gate_shut", `${halted.ticket.id} failed, and it must not`, "Do it again and settle it as done.");
  }
  return judgeGates(context, here);
}

const GONE = "its capability takes part here no more";

/** Answers the tickets that were handed out for hooks that a person has taken away since. */
function setAside({ run, state, tickets, ...here }: Here): void {
  const present = new Set(tickets.map(({ ticket }) => ticket.id));
  for (const [ticket, { outcome }] of state?.tickets ?? []) {
    if (outcome !== null || present.has(ticket)) continue;
    run.append("ticket_settled", { ...placeOf(here), ticket, outcome: "skipped", reason: GONE });
  }
}

async function judgeGates(context: ProjectContext, here: Here): Promise<Outcome> {
  const lines: string[] = [];
  const { run, point, position } = here;
  const gateContext = {
    snapshot: context.snapshot(),
    phase: position.phase,
    settings: context.settings(),
    env: context.env,
    guard: guardOf(context),
  };
  for (const { ticket, hook } of here.tickets) {
    if (hook.kind !== "gate") continue;
    const waiver = waiverOf(context, point, ticket.id, hook);
    if (waiver !== null) {
      const reason = `waived by a person: ${waiver.reason}`;
      run.append("ticket_settled", { ...placeOf(here), ticket: ticket.id, outcome: "skipped", reason });
      lines.push(`${ticket.id}: ${reason}`);
      continue;
    }
    const waiving = `gate waive ${ticket.id} --point ${point} --reason "…"`;
    const verdict = await evaluateGate(hook, { ...gateContext, waiving });
    if (pointState(run.state(), placeOf(here))?.closedBy !== null) return closedElsewhere(context, here);
    recordVerdict(here, ticket.id, verdict);
    lines.push(`${ticket.id}: ${verdict.verdict}. ${verdict.message}`);
    if (verdict.verdict === "shut") {
      return refuse("gate_shut", `The gate ${ticket.id} at ${point} is shut: ${verdict.message}`, verdict.remedy, {
        ticket: ticket.id,
        ...verdict.details,
      });
    }
    run.append("ticket_settled", { ...placeOf(here), ticket: ticket.id, outcome: "done" });
  }
  run.append("point_closed", { ...placeOf(here), by: "engine" });
  if (point === "ship:post") context.runs.close(run, "shipped");
  const next = nextStep(context.snapshot(), run.state());
  return {
    ok: true,
    data: { point, closed: true, next: { ...next } },
    text: [`${point} is closed.`, ...lines, `Next: ${next.action}.`].join("\n"),
  };
}

/** Another host closed the point while this one was judging a gate. */
function closedElsewhere(context: ProjectContext, { run, point }: Here): Outcome {
  const next = nextStep(context.snapshot(), run.state());
  return {
    ok: true,
    data: { point, closed: true, next: { ...next } },
    text: `${point} was closed by another session meanwhile.\nNext: ${next.action}.`,
  };
}

function recordVerdict(here: Here, ticket: string, verdict: Verdict): void {
  const { exitCode, digest } = verdict.details;
  here.run.append("gate_verdict", {
    ...placeOf(here),
    ticket,
    verdict: verdict.verdict,
    message: verdict.message,
    latency_ms: verdict.latencyMs,
    ...(typeof exitCode === "number" && { exit_code: exitCode }),
    ...(typeof digest === "string" && { digest }),
  });
}

/** The shell commands that closing the point would make the engine run. */
export function commandsOfPoint(context: ProjectContext, point: Point): readonly string[] {
  const position = positionOf(context.snapshot(), context.runs.state());
  const here = position.kind === "in-phase" && position.at.kind === "point" ? position.at.place : null;
  const handedOut = here?.point === point ? handedOutAt(context, here) : undefined;
  const phase = position.kind === "in-phase" ? position.phase.number : null;
  return issueTickets(resolveAt(context, point, phase, handedOut)).flatMap(({ ticket, hook }) => {
    if (hook.kind !== "gate" || waiverOf(context, point, ticket.id, hook) !== null) return [];
    const parsed = parsePredicate(hook.check.predicate);
    return parsed.ok ? commandsOf(parsed.predicate, context.settings()) : [];
  });
}

/** Finds the point in the loop, or says why it cannot be worked at now. */
function locate(context: ProjectContext, point: Point): Here | { readonly refusal: Outcome } {
  const run = context.runs.current();
  const snapshot = context.snapshot();
  const unread = unreadSettings(context);
  if (unread !== null) return { refusal: unread };
  const next = nextStep(snapshot, context.runs.state());
  if (!run) return { refusal: noRun(context, `A person begins one with ${next.command}.`) };
  const position = positionOf(snapshot, run.state());
  if (position.kind !== "in-phase")
    return { refusal: refuse("no_project", next.reason, `Ask the person for ${next.command}.`) };
  const { at } = position;
  if (at.kind !== "point" || at.place.point !== point) {
    const message = `${point} cannot be worked at now: the loop stands before "${next.action}" in phase ${position.phase.number}`;
    return { refusal: refuse("step_order", message, next.call ? `Call ${next.call}.` : `First ${next.action}.`) };
  }
  const tickets = issueTickets(resolveAt(context, point, position.phase.number, handedOutAt(context, at.place)));
  return { run, position, point, wave: at.place.wave, tickets, state: pointState(run.state(), at.place) };
}

function handedOutAt(context: ProjectContext, place: Place): ReadonlySet<string> {
  return new Set(pointState(context.runs.state(), place)?.tickets.keys());
}

function placeOf({ position, point, wave }: Pick<Here, "position" | "point" | "wave">) {
  return wave === undefined ? { phase: position.phase.id, point } : { phase: position.phase.id, point, wave };
}

function notOpen(point: Point): Outcome {
  return refuse("point_not_open", `${point} is not entered`, `Call gsd_point {"action":"enter","point":"${point}"}.`);
}

function missingArtifacts({ hook }: Ticketed, { phase }: InPhase): readonly string[] {
  if (hook.kind !== "step") return [];
  return hook.produces.filter((artifact) => phase.artifacts[artifact.replace(/\.md$/i, "")] === undefined);
}
