import type { Clock } from "../shared/clock.ts";

export type TurnOutcome = "idle" | "error" | "aborted";

/** How long after idle the end of a turn is believed: an abort may be told a moment later. */
const SETTLE_MS = 250;

interface Turn {
  /** Told once already; further idle events belong to it until the session is busy again. */
  ended: boolean;
  outcome: TurnOutcome;
  message: string | null;
  callOff: (() => void) | null;
  /** When it went idle. Milliseconds since the epoch. */
  at: number;
  /** What the model wrote: nothing known, only the summary of a compaction, or an answer. */
  wrote: "nothing" | "summary" | "answer";
}

export type TurnEnd = Readonly<Pick<Turn, "outcome" | "message" | "at">>;
type OnTurnEnd = (session: string, end: TurnEnd) => void;

/**
 * Makes one turn end out of what the host says about it: status and idle events in either order, each once or twice,
 * an error before or after them.
 */
export class Turns {
  readonly #turns = new Map<string, Turn>();
  readonly #clock: Clock;
  readonly #onEnd: OnTurnEnd;

  constructor(clock: Clock, onEnd: OnTurnEnd) {
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  busy(session: string): void {
    const turn = this.#turn(session);
    turn.callOff?.();
    if (turn.ended || turn.callOff) this.#turns.set(session, fresh(turn.message));
  }

  answering(session: string, message: string): void {
    const turn = this.#turn(session);
    turn.message = message;
    turn.wrote = "answer";
  }

  summarising(session: string): void {
    const turn = this.#turn(session);
    if (turn.wrote === "nothing") turn.wrote = "summary";
  }

  /** A model call ended well: an error that the host recovered from in between no longer counts. */
  answered(session: string): void {
    const turn = this.#turn(session);
    if (turn.outcome === "error") turn.outcome = "idle";
  }

  /** An abort outweighs an error, an error outweighs a quiet end. */
  failed(session: string, outcome: "error" | "aborted"): void {
    const turn = this.#turn(session);
    if (turn.outcome !== "aborted") turn.outcome = outcome;
  }

  idle(session: string): void {
    const turn = this.#turn(session);
    if (turn.ended || turn.callOff) return;
    turn.at = this.#clock.now();
    turn.callOff = this.#clock.after(SETTLE_MS, () => this.#end(session, turn));
  }

  /** A compaction that a person asks for keeps a session busy and is no turn of it. */
  #end(session: string, turn: Turn): void {
    turn.callOff = null;
    turn.ended = true;
    if (turn.wrote === "summary" && turn.outcome === "idle") return;
    this.#onEnd(session, turn);
  }

  /** Believes the end of a session's turn now, if one is being waited for. */
  believe(session: string): void {
    const turn = this.#turns.get(session);
    if (!turn?.callOff) return;
    turn.callOff();
    this.#end(session, turn);
  }

  /** Believes every end that is still being waited for. */
  settle(): void {
    for (const session of this.#turns.keys()) this.believe(session);
  }

  forget(session: string): void {
    this.#turns.get(session)?.callOff?.();
    this.#turns.delete(session);
  }

  #turn(session: string): Turn {
    let turn = this.#turns.get(session);
    if (!turn) {
      turn = fresh(null);
      this.#turns.set(session, turn);
    }
    return turn;
  }
}

function fresh(message: string | null): Turn {
  return { ended: false, outcome: "idle", message, callOff: null, at: 0, wrote: "nothing" };
}
