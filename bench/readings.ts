/** Who was measured: this project, the reference on two runtimes, and a plugin that works in the host's process. */
export type Who = "ours" | "gsd-bun" | "gsd-node" | "omo";

export const EVERYONE: readonly Who[] = ["ours", "gsd-bun", "gsd-node", "omo"];

/** Milliseconds, megabytes or a count: the row says which. */
export interface Reading {
  readonly values: number[];
  readonly cpuMs: number[];
}

/** Everything one run of the benchmark has measured, by row and contender. */
export class Readings {
  readonly #byRow = new Map<string, Map<Who, Reading>>();

  /** A figure that this system cannot give, which is then not a number, is left out. */
  add(row: string, who: Who, values: readonly number[], cpuMs: readonly number[] = []): void {
    const reading = this.of(row, who) ?? { values: [], cpuMs: [] };
    reading.values.push(...values.filter((value) => !Number.isNaN(value)));
    reading.cpuMs.push(...cpuMs);
    const contenders = this.#byRow.get(row) ?? new Map<Who, Reading>();
    this.#byRow.set(row, contenders.set(who, reading));
  }

  of(row: string, who: Who): Reading | undefined {
    return this.#byRow.get(row)?.get(who);
  }

  has(row: string): boolean {
    return this.#byRow.has(row);
  }

  /** The smallest value of a row, or null when it was not measured. */
  least(row: string, who: Who): number | null {
    return leastOf(this.of(row, who)?.values);
  }

  leastCpu(row: string, who: Who): number | null {
    return leastOf(this.of(row, who)?.cpuMs);
  }
}

function leastOf(values: readonly number[] | undefined): number | null {
  return values === undefined || values.length === 0 ? null : Math.min(...values);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
