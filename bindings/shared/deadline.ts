import type { Clock } from "./clock.ts";

/**
 * The value of a promise, or null when it rejects or takes longer than `ms`. For calls to a host, whose failure is
 * never ours to pass on.
 */
export function withDeadline<T>(promise: Promise<T>, ms: number, clock: Clock): Promise<T | null> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve(null));
    promise.then(
      (value) => {
        cancel();
        resolve(value);
      },
      () => {
        cancel();
        resolve(null);
      },
    );
  });
}
