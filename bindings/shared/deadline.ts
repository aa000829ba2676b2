import type { Clock } from "./clock.ts";

/**
 * The value of a promise, or null when it rejects, takes longer than `ms`, or `signal` gives up on it. For calls whose
 * failure is never ours to pass on.
 */
export function withDeadline<T>(
  promise: Promise<T>,
  ms: number,
  clock: Clock,
  signal?: AbortSignal,
): Promise<T | null> {
  return new Promise((resolve) => {
    const settle = (value: T | null) => {
      callOff();
      signal?.removeEventListener("abort", giveUp);
      resolve(value);
    };
    const giveUp = () => settle(null);
    const callOff = clock.after(ms, giveUp);
    signal?.addEventListener("abort", giveUp);
    promise.then(settle, giveUp);
    if (signal?.aborted) giveUp();
  });
}
