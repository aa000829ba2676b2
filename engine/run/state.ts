import type { Step } from "../loop/points.ts";
import type { EntryFields, LogEntry, Place, TicketEntry, TicketOutcome } from "./entry.ts";

export interface TicketState {
  readonly entry: TicketEntry;
  outcome: TicketOutcome | null;
  reason: string | null;
}

export interface PointState {
  readonly place: Place;
  readonly tickets: Map<string, TicketState>;
  readonly verdicts: Map<string, EntryFields<"gate_verdict">>;
  closedBy: "engine" | "outside" | null;
}

export interface SessionState {
  attached: boolean;
  /** `aborted` stands until a person speaks. */
  lastStop: "idle" | "error" | "aborted" | null;
  /** Continuations sent since a person last spoke, newest last, each with the progress mark it saw. */
  continuations: { progress: string; at: number }[];
  /** Why the last idle turn was not continued, or null when it was, or when a person spoke since. */
  heldBecause: string | null;
  /** When a continuation was sent that the host has not taken up yet; 0 when none is on its way. */
  sentAt: number;
  /** It was sent before the turn had ended, so the end of that turn does not say what became of it. */
  sentBeforeEnd: boolean;
}

export interface Dispatch {
  readonly specialist: string;
  readonly subject: string | null;
}

/** What a capability's script has cost in a run. */
export interface ScriptCost {
  readonly runs: number;
  readonly lastMs: number;
  readonly worstMs: number;
}

/** What the record says about a run, folded from its lines. */
export interface RunState {
  readonly id: string;
  command: string;
  startedAt: string;
  closed: boolean;
  /** When it was last closed. Milliseconds since the epoch; 0 while it never was. */
  closedAt: number;
  step: { readonly step: Step; readonly phase: string /** When it began. */; readonly at: number } | null;
  readonly points: Map<string, PointState>;
  readonly checks: EntryFields<"check_run">[];
  readonly answers: EntryFields<"human_answer">[];
  readonly sessions: Map<string, SessionState>;
  /** Who was given each lane, and what its task was called, by lane. */
  readonly dispatches: Map<string, Dispatch>;
  /** Skills that were used, and files that tools have written, relative to the project. */
  readonly touched: {
    readonly skills: Set<string>;
    readonly files: Set<string>;
  };
  /** By `scriptKey`. */
  readonly scripts: Map<string, ScriptCost>;
  /** Milliseconds since the epoch; 0 when nobody spoke yet. The order of the lines counts, whatever their times say. */
  personSpokeAt: number;
  /** When the last question was put to a person; 0 when none was. */
  askedAt: number;
  /** Grows with each line that moves the work on; equal marks mean that nothing moved. */
  moves: number;
}

export function emptyRunState(id: string): RunState {
  return {
    id,
    command: "",
    startedAt: "",
    closed: false,
    closedAt: 0,
    step: null,
    points: new Map(),
    checks: [],
    answers: [],
    sessions: new Map(),
    dispatches: new Map(),
    touched: { skills: new Set(), files: new Set() },
    scripts: new Map(),
    personSpokeAt: 0,
    askedAt: 0,
    moves: 0,
  };
}

export function scriptKey(capability: string, event: string, script: string): string {
  return `${capability} ${event} ${script}`;
}

export function placeKey(place: Place): string {
  return place.wave === undefined ? `${place.phase}/${place.point}` : `${place.phase}/${place.point}#${place.wave}`;
}

function sessionOf(state: RunState, id: string): SessionState {
  let session = state.sessions.get(id);
  if (!session) {
    session = {
      attached: false,
      lastStop: null,
      continuations: [],
      heldBecause: null,
      sentAt: 0,
      sentBeforeEnd: false,
    };
    state.sessions.set(id, session);
  }
  return session;
}

/** Lines that move the work on. */
export const MOVES: ReadonlySet<string> = new Set([
  "step_begun",
  "point_entered",
  "ticket_settled",
  "point_closed",
  "transition",
  "check_run",
  "human_answer",
]);

/** Takes one line into the state. Lines of other writers are left alone. */
export function applyEntry(state: RunState, entry: LogEntry): void {
  if (MOVES.has(entry.event)) state.moves++;
  switch (entry.event) {
    case "run_started":
      state.command = entry.command;
      state.startedAt = entry.at;
      return;
    case "run_closed":
      state.closed = true;
      state.closedAt = Date.parse(entry.at);
      return;
    case "step_begun":
      state.step = { step: entry.step as Step, phase: entry.phase, at: Date.parse(entry.ts) };
      return;
    case "point_entered":
      state.points.set(placeKey(entry), {
        place: place(entry),
        tickets: new Map(entry.tickets.map((ticket) => [ticket.id, { entry: ticket, outcome: null, reason: null }])),
        verdicts: new Map(),
        closedBy: null,
      });
      return;
    case "ticket_settled": {
      const ticket = state.points.get(placeKey(entry))?.tickets.get(entry.ticket);
      if (!ticket) return;
      ticket.outcome = entry.outcome;
      ticket.reason = entry.reason ?? null;
      return;
    }
    case "gate_verdict":
      state.points.get(placeKey(entry))?.verdicts.set(entry.ticket, entry);
      return;
    case "point_closed": {
      const point = state.points.get(placeKey(entry));
      if (point) point.closedBy = entry.by;
      else {
        state.points.set(placeKey(entry), {
          place: place(entry),
          tickets: new Map(),
          verdicts: new Map(),
          closedBy: entry.by,
        });
      }
      return;
    }
    case "transition":
      if (entry.name === "signal-waiting") state.askedAt = Math.max(Date.parse(entry.ts), state.personSpokeAt);
      return;
    case "check_run":
      state.checks.push(entry);
      return;
    case "human_answer":
      state.answers.push(entry);
      return;
    case "script_run":
      applyScript(state, entry);
      return;
    case "files_touched":
    case "tool_call":
      applyTouch(state, entry);
      return;
    default:
      applySessionEntry(state, entry);
  }
}

type Touch = Extract<LogEntry, { readonly event: "files_touched" | "tool_call" }>;

function applyTouch({ touched }: RunState, entry: Touch): void {
  if (entry.event === "files_touched") for (const file of entry.files) touched.files.add(file);
  else if (entry.tool === "Skill") {
    const skill = /^Skill \{"name":"([^"]+)"/.exec(entry.command_redacted)?.[1];
    if (skill !== undefined) touched.skills.add(skill);
  }
}

function applyScript({ scripts }: RunState, entry: EntryFields<"script_run">): void {
  const key = scriptKey(entry.capability, entry.event_name, entry.script);
  const { runs, worstMs } = scripts.get(key) ?? { runs: 0, worstMs: 0 };
  const lastMs = entry.latency_ms;
  scripts.set(key, { runs: runs + 1, lastMs, worstMs: Math.max(worstMs, lastMs) });
}

function applySessionEntry(state: RunState, entry: LogEntry): void {
  switch (entry.event) {
    case "session_attached":
      sessionOf(state, entry.session_id).attached = true;
      return;
    case "hook_event":
      applyHook(state, entry);
      return;
    case "specialist_dispatch":
      state.dispatches.set(entry.lane_id, { specialist: entry.specialist, subject: entry.subject ?? null });
      return;
    case "continuation": {
      const session = sessionOf(state, entry.session_id);
      session.heldBecause = entry.decision === "held" ? entry.reason : null;
      if (entry.decision === "continued") {
        session.sentAt = Date.parse(entry.ts);
        session.sentBeforeEnd = entry.before_end === true;
        session.continuations.push({ progress: entry.progress, at: session.sentAt });
      }
    }
  }
}

function applyHook(state: RunState, entry: EntryFields<"hook_event"> & { readonly ts: string }): void {
  if (entry.lane_id !== undefined) return;
  const session = sessionOf(state, entry.session_id);
  if (entry.hook_name === "Stop") applyStop(session, entry.outcome ?? "idle");
  if (entry.hook_name !== "UserPromptSubmit") return;
  session.sentAt = 0;
  if (entry.author === "engine") return;
  state.personSpokeAt = Math.max(Date.parse(entry.ts), state.askedAt + 1);
  session.lastStop = null;
  session.continuations = [];
  session.heldBecause = null;
}

function place(entry: Place): Place {
  return entry.wave === undefined
    ? { phase: entry.phase, point: entry.point }
    : { phase: entry.phase, point: entry.point, wave: entry.wave };
}

function applyStop(session: SessionState, outcome: "idle" | "error" | "aborted"): void {
  if (session.lastStop !== "aborted") session.lastStop = outcome;
  if (!session.sentBeforeEnd) session.sentAt = 0;
  session.sentBeforeEnd = false;
}
