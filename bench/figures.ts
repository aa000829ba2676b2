import type { Readings, Who } from "./readings.ts";

/** One number out of the readings, or null when it was not measured. */
export type Figure = (readings: Readings) => number | null;

/** Below a tenth of a millisecond lies the clock, not the work. */
const SMALLEST_MS = 0.1;

export const least =
  (row: string, who: Who): Figure =>
  (readings) =>
    readings.least(row, who);

export const leastCpu =
  (row: string, who: Who): Figure =>
  (readings) =>
    readings.leastCpu(row, who);

/** The reference on the faster of its two runtimes. */
export const gsd = (row: string): Figure => lower(least(row, "gsd-bun"), least(row, "gsd-node"));

export const gsdCpu = (row: string): Figure => lower(leastCpu(row, "gsd-bun"), leastCpu(row, "gsd-node"));

/** CPU time of a long document less that of a short one, so that the start of a process does not count. */
export const net =
  (row: string, base: string, who: Who): Figure =>
  (readings) => {
    const [long, short] = [readings.leastCpu(row, who), readings.leastCpu(base, who)];
    return long === null || short === null ? null : Math.max(SMALLEST_MS, long - short);
  };

export const quotient =
  (above: Figure, below: Figure): Figure =>
  (readings) => {
    const [dividend, divisor] = [above(readings), below(readings)];
    return dividend === null || divisor === null ? null : dividend / divisor;
  };

export const times =
  (factor: number, figure: Figure): Figure =>
  (readings) => {
    const value = figure(readings);
    return value === null ? null : factor * value;
  };

/** The exponent by which time grows when the input doubles: 1 is linear, 2 quadratic. */
export const orderOfDoubling =
  (long: Figure, short: Figure): Figure =>
  (readings) => {
    const growth = quotient(long, short)(readings);
    return growth === null ? null : Math.log2(growth);
  };

export const lower =
  (one: Figure, other: Figure): Figure =>
  (readings) => {
    const values = [one(readings), other(readings)].filter((value) => value !== null);
    return values.length === 0 ? null : Math.min(...values);
  };
