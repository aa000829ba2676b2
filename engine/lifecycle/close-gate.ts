import { posix } from "node:path";
import { isJsonObject } from "../json.ts";
import { isLaneStatus, isOpen, type Lane } from "../run/run-lanes.ts";

export interface CloseGateFacts {
  readonly isOverridden: boolean;
  readonly lanes: readonly Pick<Lane, "status" | "receipt_ref">[];
  /** Whether a path below the run's folder is a regular file that is not blank. */
  readonly hasContent: (path: string) => boolean;
  readonly prior: unknown;
}

export interface CloseGateState {
  readonly schema_version: "guild.lifecycle_close.v1";
  readonly fired_for: readonly string[];
  readonly fire_count: number;
}

export interface CloseGateDecision {
  readonly fires: boolean;
  readonly reason: string;
  readonly missing?: readonly string[];
  readonly next_state: CloseGateState | null;
}

const REPORTS = ["review.md", "verify.md"];
const FIRE_CAP = 3;

/** Whether a run whose lanes are all done lacks its reports. It looks whether they are there, never what they say. */
export function decideCloseGate(facts: CloseGateFacts): CloseGateDecision {
  const silent = (reason: string) => ({ fires: false, reason, next_state: null });
  if (facts.isOverridden) return silent("override");
  const unfinished = unfinishedReason(facts);
  if (unfinished !== null) return silent(unfinished);
  const missing = REPORTS.filter((report) => !facts.hasContent(report));
  const prior = priorOf(facts.prior);
  if (missing.length === 0) {
    return { ...silent("satisfied"), next_state: prior.fired_for.length === 0 ? null : { ...prior, fired_for: [] } };
  }
  if (prior.fired_for.join() === missing.join()) return silent("same_missing_set");
  if (prior.fire_count >= FIRE_CAP) return silent("fire_cap");
  return {
    fires: true,
    reason: "missing",
    missing,
    next_state: { ...prior, fired_for: missing, fire_count: prior.fire_count + 1 },
  };
}

function unfinishedReason({ lanes, hasContent }: CloseGateFacts): string | null {
  if (lanes.length === 0) return "no_lanes";
  if (lanes.some(({ status }) => !isLaneStatus(status))) return "invalid_run_state";
  if (lanes.some(isOpen)) return "lanes_open";
  if (lanes.some(({ status }) => status !== "done")) return "lane_not_done";
  const receipts = lanes.map(({ receipt_ref: receipt }) => posix.normalize(receipt ?? ""));
  if (!receipts.every((path) => path.startsWith("handoffs/") && path.endsWith(".md")))
    return "receipt_outside_handoffs";
  if (new Set(receipts).size < receipts.length) return "receipt_shared";
  return receipts.every(hasContent) ? null : "receipt_empty_or_absent";
}

function priorOf(prior: unknown): CloseGateState {
  const fields = isJsonObject(prior) ? prior : {};
  const { fired_for: names, fire_count: count } = fields;
  return {
    schema_version: "guild.lifecycle_close.v1",
    fired_for: Array.isArray(names) ? names.filter((name) => typeof name === "string").sort() : [],
    fire_count: typeof count === "number" && Number.isInteger(count) && count > 0 ? count : 0,
  };
}
