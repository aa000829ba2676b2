import { isJsonObject, type JsonObject } from "../json.ts";
import { isOpen, type Lane } from "../run/run-lanes.ts";
import { isLeadCall } from "./guard-log.ts";

export interface LeanLeadFacts {
  readonly config: { readonly enabled: boolean; readonly hands_on_edit_threshold: number };
  readonly isOverridden: boolean;
  readonly isWorker: boolean;
  readonly lanes: readonly Pick<Lane, "status">[];
  /** Lines of this run in the order in which they were appended. */
  readonly events: readonly JsonObject[];
  readonly prior: unknown;
}

export interface LeanLeadState {
  readonly schema_version: "guild.lean_lead_advisory.v1";
  readonly anchor_ts: string | null;
  readonly last_fired_at_count: number;
}

export interface LeanLeadDecision {
  readonly fires: boolean;
  readonly reason: string;
  readonly count?: number;
  readonly anchor_ts?: string | null;
  readonly open_lanes?: number;
  readonly next_state?: LeanLeadState;
}

const DEFAULT_THRESHOLD = 8;

/** Whether the lead does itself what lanes are open for. Pure, and never throws. */
export function decideLeanLead(facts: LeanLeadFacts): LeanLeadDecision {
  const silent = (reason: string) => ({ fires: false, reason });
  if (!facts.config.enabled) return silent("disabled");
  if (facts.isOverridden) return silent("override");
  if (facts.isWorker) return silent("worker_session");
  const open_lanes = facts.lanes.filter(isOpen).length;
  if (open_lanes === 0) return silent("no_open_lanes");
  const { anchor_ts, count } = sinceCompaction(facts.events);
  if (count === 0) return { fires: false, reason: "no_edits", count, anchor_ts };
  const numbers = { count, anchor_ts, open_lanes };
  const last = lastFired(facts.prior, anchor_ts, count);
  const reason = reasonToFire(last, count, anchor_ts, facts.config.hands_on_edit_threshold);
  if (reason === null) return { fires: false, reason: "below_or_same_multiple", ...numbers };
  const next_state = { schema_version: "guild.lean_lead_advisory.v1", anchor_ts, last_fired_at_count: count } as const;
  return { fires: true, reason, ...numbers, next_state };
}

function sinceCompaction(events: readonly JsonObject[]) {
  const isAnchor = ({ event, hook_name: hook, lane_id: lane }: JsonObject) =>
    event === "hook_event" && hook === "PreCompact" && lane === undefined;
  const at = events.findLastIndex(isAnchor);
  const anchor_ts = at === -1 ? null : String(events[at]?.ts);
  const isEdit = (event: JsonObject) => isLeadCall(event) && (event.tool === "Edit" || event.tool === "Write");
  return { anchor_ts, count: events.slice(at + 1).filter(isEdit).length };
}

/** How often it had counted when it last fired in this cycle; null when it has not. */
function lastFired(prior: unknown, anchor: string | null, count: number): number | null {
  if (!isJsonObject(prior) || prior.anchor_ts !== anchor) return null;
  const { last_fired_at_count: last } = prior;
  return typeof last === "number" && last > 0 && last <= count ? last : null;
}

function reasonToFire(last: number | null, count: number, anchor: string | null, given: number): string | null {
  if (anchor !== null && last === null) return "first_edit_after_compaction";
  const threshold = Number.isInteger(given) && given >= 1 ? given : DEFAULT_THRESHOLD;
  return Math.floor(count / threshold) > Math.floor((last ?? 0) / threshold) ? "threshold_multiple" : null;
}
