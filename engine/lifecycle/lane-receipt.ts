import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readLanes } from "../run/run-lanes.ts";
import type { RunLog } from "../run/run-log.ts";
import { type HandoffReading, readHandoff } from "./handoff.ts";

export interface LaneReceipt {
  /** Relative to the run's folder. */
  readonly path: string;
  readonly reading: HandoffReading;
}

/** The receipt that a worker left for its lane, or null. */
export function laneReceipt(run: RunLog, agent: string, lane: string): LaneReceipt | null {
  const folder = join(run.folder, "handoffs");
  if (!existsSync(folder)) return null;
  const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
  const own = [`${agent}-${lane}.md`, `${lane}.md`].find((name) => names.includes(name));
  const taken = new Set([...readLanes(run.folder).values()].map(({ receipt_ref: receipt }) => receipt));
  const found = own ?? names.find((name) => name.startsWith(`${agent}-`) && !taken.has(`handoffs/${name}`));
  if (found === undefined) return null;
  return { path: `handoffs/${found}`, reading: readHandoff(readFileSync(join(folder, found), "utf8")) };
}

/** Why the receipt of a lane does not count. */
export function receiptProblem(lane: string, receipt: LaneReceipt | null): string {
  if (receipt === null) return `the task of lane ${lane} has ended without a receipt`;
  const { verdict, errors, missing_sections: missing } = receipt.reading;
  const codes = [...errors, ...missing.map((section) => `missing:${section}`)];
  return `the receipt of lane ${lane} does not count (${[verdict, ...codes].join(", ")})`;
}
