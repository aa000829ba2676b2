import type { Clock } from "../../../bindings/shared/clock.ts";

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** Time that moves only when a test says so. Due callbacks run in order, each with what it set going. */
export class FakeClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  constructor(start: number) {
    this.#now = start;
  }

  readonly now = (): number => this.#now;

  after(ms: number, callback: () => void): () => void {
    const timer = { due: this.#now + ms, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (let timer = this.#next(end); timer; timer = this.#next(end)) {
      this.#now = timer.due;
      this.#timers.delete(timer);
      timer.callback();
      await settle();
    }
    this.#now = end;
  }

  /** Moves on until a promise is settled, at most `limit` milliseconds. Null when it never is. */
  async timeToSettle(promise: Promise<unknown>, limit: number): Promise<number | null> {
    const start = this.#now;
    let isSettled = false;
    const mark = () => {
      isSettled = true;
    };
    promise.then(mark, mark);
    await settle();
    for (let timer = this.#next(start + limit); !isSettled && timer; timer = this.#next(start + limit)) {
      await this.advance(timer.due - this.#now);
    }
    return isSettled ? this.#now - start : null;
  }

  /** The timers of a process that ended never fire. */
  forgetTimers(): void {
    this.#timers.clear();
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
  }
}

/** Lets everything run that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve));
}
