import { schedulePlans } from "../planning/schedule.ts";
import type { PhaseView, PlanningSnapshot } from "../planning/types.ts";
import { unreadPlanning } from "../planning/unread-planning.ts";
import type { Place } from "../run/entry.ts";
import type { RunState } from "../run/state.ts";
import type { Step } from "./points.ts";
import { type Position, positionOf } from "./position.ts";
import { pointState, type Station } from "./stations.ts";

/** The one recommended next action. Everything that says what comes next says this. */
export interface Next {
  readonly step: Step | null;
  /** Normal form, for example `02`. */
  readonly phase: string | null;
  readonly phaseName: string | null;
  /** What to do, as a phrase: `run plan 02-02`. */
  readonly action: string;
  /** The tool call that does it, when there is one. */
  readonly call: string | null;
  /** The slash command by which a person starts or resumes the step. */
  readonly command: string;
  readonly reason: string;
  /** What a person has to answer or look at first, or null. */
  readonly waiting: string | null;
}

const COMMANDS: Readonly<Record<Step, string>> = {
  discuss: "/gsd-discuss-phase",
  plan: "/gsd-plan-phase",
  execute: "/gsd-execute-phase",
  verify: "/gsd-verify-work",
  ship: "/gsd-ship",
};

export function commandFor(step: Step, phaseNumber: string): string {
  return `${COMMANDS[step]} ${phaseNumber}`;
}

/** Pure: the snapshot and the run decide, nothing else. */
export function nextStep(snapshot: PlanningSnapshot, run: RunState | null): Next {
  const position = positionOf(snapshot, run);
  if (position.kind !== "in-phase") return outsidePhases(position.kind, snapshot);
  const { phase, at } = position;
  const { action, call, reason } = describe(at, run, phase);
  return {
    step: at.step,
    phase: phase.id,
    phaseName: phase.name,
    action,
    call,
    command: commandFor(at.step, phase.number),
    reason,
    waiting: whatWaits(snapshot),
  };
}

/** What stops the work until a person has looked at it. */
function whatWaits({ waiting, pauseNote, state }: PlanningSnapshot): string | null {
  if (waiting !== null) return waiting.question;
  if (pauseNote !== null) return `${pauseNote} says where the work was left. Read it, then take it away.`;
  const status = state?.status?.trim().toLowerCase();
  const isStopped = status === "failed" || status === "error";
  return isStopped ? `STATE.md says ${status}. Find out why, then correct the status.` : null;
}

function outsidePhases(kind: Exclude<Position["kind"], "in-phase">, snapshot: PlanningSnapshot): Next {
  const nowhere = { step: null, phase: null, phaseName: null, call: null, waiting: null };
  const unread = kind === "all-complete" ? null : unreadPlanning(snapshot);
  if (unread !== null) {
    return { ...nowhere, action: `mend ${unread.path}`, command: "/gsd-progress", reason: unread.message };
  }
  switch (kind) {
    case "no-project":
      return {
        ...nowhere,
        action: "begin a project",
        command: "/gsd-new-project",
        reason: "There is no .planning folder here.",
      };
    case "no-phases":
      return {
        ...nowhere,
        action: "write the roadmap",
        command: "/gsd-new-project",
        reason: "The roadmap names no phase.",
      };
    case "all-complete":
      return {
        ...nowhere,
        action: "close the milestone",
        command: "/gsd-progress",
        reason: "Every phase is verified and shipped.",
      };
  }
}

interface Description {
  readonly action: string;
  readonly call: string | null;
  readonly reason: string;
}

function describe(at: Station, run: RunState | null, phase: PhaseView): Description {
  const phaseNumber = phase.number;
  switch (at.kind) {
    case "point":
      return describePoint(at.place, run);
    case "context":
      return {
        action: `write ${at.step} notes to CONTEXT.md of phase ${phaseNumber}`,
        call: null,
        reason: "The discussion leaves its decisions in CONTEXT.md.",
      };
    case "plans":
      return {
        action: `plan phase ${phaseNumber}`,
        call: null,
        reason: "The phase has no plan yet.",
      };
    case "wave":
      return describeWave(at, phase);
    case "verification":
      return {
        action: `verify phase ${phaseNumber}`,
        call: `gsd_command {"command":"verify run ${phaseNumber}"}`,
        reason: "No passing evidence stands in the record for this phase.",
      };
    case "completion":
      return {
        action: `complete phase ${phaseNumber}`,
        call: `gsd_command {"command":"phase complete ${phaseNumber}"}`,
        reason: "The phase is verified and its ship gates are open.",
      };
  }
}

/** Plans behind a halted one are not run until a person has decided about it. */
function describeWave({ wave, plans }: Extract<Station, { kind: "wave" }>, phase: PhaseView): Description {
  const { blocked } = schedulePlans(phase.plans);
  const open = plans.filter((plan) => !plan.done);
  const held = blocked.filter(({ plan }) => open.includes(plan));
  const free = open.filter((plan) => !held.some((entry) => entry.plan === plan)).map((plan) => plan.id);
  const [first] = held;
  if (free.length === 0 && first !== undefined) {
    return {
      action: `decide about the halted plan ${first.by.join(", ")}`,
      call: null,
      reason: `Plan ${held.map(({ plan }) => plan.id).join(", ")} waits behind it.`,
    };
  }
  return {
    action: `run plan ${free.join(", then ")}`,
    call: null,
    reason: `Wave ${wave} has ${open.length} plan(s) without a summary.`,
  };
}

function describePoint(place: Place, run: RunState | null): Description {
  const state = pointState(run, place);
  const name = place.wave === undefined ? place.point : `${place.point} (wave ${place.wave})`;
  const call = (action: string) => `gsd_point {"action":"${action}","point":"${place.point}"}`;
  if (!state) return { action: `enter ${name}`, call: call("enter"), reason: `${name} comes next and is not entered.` };
  const owed = [...state.tickets.values()].filter((ticket) => ticket.outcome === null && ticket.entry.kind !== "gate");
  const first = owed[0];
  if (first) {
    return {
      action: `settle ${first.entry.id} at ${name}`,
      call: `gsd_point {"action":"settle","point":"${place.point}","ticket":"${first.entry.id}","outcome":"done"}`,
      reason: `${owed.length} ticket(s) at ${name} are not answered.`,
    };
  }
  const shut = [...state.verdicts.values()].find((verdict) => verdict.verdict === "shut");
  return {
    action: shut ? `open the gate ${shut.ticket} at ${name}` : `close ${name}`,
    call: call("close"),
    reason: shut ? `${shut.ticket} is shut: ${shut.message}` : `Every ticket at ${name} is answered.`,
  };
}
