import { measure } from "mitata";

const NANOSECONDS = 1e6;

/**
 * Milliseconds per call. A call that takes less than a millisecond is timed in batches of a hundred, one that uses up
 * the budget by itself twice.
 */
export async function sample(call: () => unknown, budgetMs: number): Promise<readonly number[]> {
  const twice = [await timed(call), await timed(call)];
  if (Math.min(...twice) > budgetMs / 4) return twice;
  const warmUntil = performance.now() + budgetMs / 2;
  while (performance.now() < warmUntil) await call();
  const { samples } = await measure(call, {
    gc: false,
    batch_samples: 100,
    batch_threshold: NANOSECONDS,
    warmup_threshold: NANOSECONDS,
    min_samples: 2,
    max_samples: 200,
    min_cpu_time: budgetMs * NANOSECONDS,
    samples_threshold: Number.POSITIVE_INFINITY,
  });
  return samples.map((nanoseconds) => nanoseconds / NANOSECONDS);
}

async function timed(call: () => unknown): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}
