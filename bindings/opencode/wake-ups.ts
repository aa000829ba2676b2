import type { Clock } from "../shared/clock.ts";

/** Wakes the engine when it asked for it: at most one timer per session, and none that keeps the host alive. */
export class WakeUps {
  readonly #clock: Clock;
  readonly #wake: (session: string) => void;
  readonly #waiting = new Map<string, () => void>();
  #isOver = false;

  constructor(clock: Clock, wake: (session: string) => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** Wakes for a session after `ms`, instead of when it was asked to before. */
  ask(session: string, ms: number): void {
    this.forget(session);
    if (this.#isOver) return;
    const callOff = this.#clock.after(ms, () => {
      this.#waiting.delete(session);
      this.#wake(session);
    });
    this.#waiting.set(session, callOff);
  }

  forget(session: string): void {
    this.#waiting.get(session)?.();
    this.#waiting.delete(session);
  }

  /** Nobody is woken any more. */
  stop(): void {
    this.#isOver = true;
    for (const session of [...this.#waiting.keys()]) this.forget(session);
  }
}
