/** What a probe measured: samples by row, in the row's unit. */
export type Samples = Record<string, readonly number[]>;

/** A probe is a process of its own that gets its job as one JSON argument. */
export function readJob<T>(): T {
  return JSON.parse(process.argv[2] ?? "null");
}

/** Says what was measured and ends the process, whatever the measured code left running. */
export function report(samples: Samples): void {
  process.stdout.write(`${JSON.stringify(samples)}\n`, () => process.exit(0));
}
