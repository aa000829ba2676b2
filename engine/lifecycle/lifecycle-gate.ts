import { isJsonObject, type JsonObject } from "../json.ts";
import { MOVES } from "../run/state.ts";
import { isLeadCall, timeOf } from "./guard-log.ts";

export interface LifecycleGateConfig {
  readonly enabled: boolean;
  readonly adhoc_activity_threshold: number;
}

export interface LifecycleGateState {
  readonly schema_version: "guild.lifecycle_gate.v1";
  readonly anchor_seq: number;
  readonly last_fired_at_count: number;
  readonly pending_correction: boolean;
}

export interface LifecycleGateFacts {
  readonly config: LifecycleGateConfig;
  readonly isOverridden: boolean;
  readonly isWorker: boolean;
  readonly isRunActive: boolean;
  readonly run: string;
  readonly header: { readonly run_id: unknown; readonly phase: unknown } | null;
  readonly hasLanes: boolean;
  /** Lines of this run in the order in which they were appended. */
  readonly events: readonly JsonObject[];
  readonly prior: unknown;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly recencyMs: number;
  readonly skills: ReadonlySet<string>;
}

export interface LifecycleGateDecision {
  readonly block: boolean;
  /** The correction goes with this prompt. */
  readonly context: boolean;
  readonly reason: string;
  readonly total?: number;
  readonly mutations?: number;
  readonly effective_threshold?: number;
  readonly anchor_seq?: number;
  /** What to remember; null: what stands, stays. */
  readonly next_state?: LifecycleGateState | null;
}

const COUNTED: ReadonlySet<unknown> = new Set(["Bash", "Edit", "Write", "NotebookEdit"]);
const BUILDING: ReadonlySet<unknown> = new Set(["build", "qa", "ops"]);
const BUILDING_PHASES: ReadonlySet<unknown> = new Set(["execute", "review", "verify", "reflect"]);
const DEFAULT_THRESHOLD = 20;
const SHELL_ONLY_FACTOR = 3;

/** Whether the session works outside the lifecycle. Pure, and never throws. */
export function decideLifecycleGate(facts: LifecycleGateFacts): LifecycleGateDecision {
  const silent = (reason: string) => ({ block: false, context: false, reason });
  if (!facts.config.enabled) return silent("disabled");
  if (facts.isWorker) return silent("worker_session");
  if (facts.header === null || facts.header.run_id !== facts.run) return silent("no_matching_run_record");
  if (!facts.isRunActive) return silent("run_not_active");
  if (!isPastBuildStart(facts)) return silent("before_build_start");
  return judgeDrift(facts);
}

function isPastBuildStart({ header, hasLanes, events }: LifecycleGateFacts): boolean {
  if (BUILDING.has(header?.phase) || hasLanes) return true;
  return events.some(
    ({ event, phase }) =>
      event === "specialist_dispatch" ||
      ((event === "phase_start" || event === "phase_end") && BUILDING_PHASES.has(phase)),
  );
}

function judgeDrift(facts: LifecycleGateFacts): LifecycleGateDecision {
  const { counted, anchor_seq } = sinceAnchor(facts);
  const mutations = counted.filter(({ tool }) => tool !== "Bash").length;
  const threshold = thresholdOf(facts.config);
  const effective = mutations === 0 ? SHELL_ONLY_FACTOR * threshold : threshold;
  const prior = priorOf(facts.prior, anchor_seq);
  const count = Math.max(counted.length, prior.last_fired_at_count);
  const isCrossing =
    count >= effective && Math.floor(count / effective) > Math.floor(prior.last_fired_at_count / effective);
  const numbers = { total: counted.length, mutations, effective_threshold: effective, anchor_seq };
  const answer = (reason: string, next: Partial<LifecycleGateState> | null, block = false, context = false) => {
    const next_state = next === null ? null : { ...prior, ...next };
    return { block, context, reason, ...numbers, next_state };
  };
  if (facts.isOverridden) {
    const isUsed = isCrossing || prior.pending_correction;
    const last_fired_at_count = isCrossing ? count : prior.last_fired_at_count;
    return answer("overridden", isUsed ? { last_fired_at_count, pending_correction: false } : null);
  }
  if (!isCrossing && !prior.pending_correction) return answer("no_new_crossing", null);
  if (!isRecent(counted, facts) || count < effective) return answer("not_current_or_below", null);
  if (isCrossing) return answer("crossed", { last_fired_at_count: count, pending_correction: true }, true);
  return answer("deliver_pending_correction", { pending_correction: false }, false, true);
}

function sinceAnchor({ events, skills }: LifecycleGateFacts) {
  let anchor_seq = 0;
  let counted: JsonObject[] = [];
  for (const event of events) {
    if (isTouch(event, skills)) {
      anchor_seq++;
      counted = [];
    } else if (isLeadCall(event) && COUNTED.has(event.tool)) counted.push(event);
  }
  return { anchor_seq, counted };
}

/** A dispatch, a skill or command of the lifecycle, or a move of the loop itself. */
function isTouch(event: JsonObject, skills: ReadonlySet<string>): boolean {
  const { event: name } = event;
  if (name === "specialist_dispatch" || (typeof name === "string" && MOVES.has(name))) return true;
  if (name === "hook_event") return event.hook_name === "UserPromptSubmit" && event.author === "command";
  if (!isLeadCall(event) || event.tool !== "Skill" || event.status !== "ok") return false;
  return skills.has(skillName(String(event.command_redacted)));
}

function skillName(command: string): string {
  const rest = command.slice(command.indexOf(" ") + 1);
  try {
    const args: unknown = JSON.parse(rest);
    if (isJsonObject(args)) return String(args.skill ?? args.name ?? args.command ?? "");
  } catch {
    // Arguments that are no JSON are the name itself.
  }
  return rest;
}

function isRecent(counted: readonly JsonObject[], { now, recencyMs }: LifecycleGateFacts): boolean {
  return counted.some((event) => timeOf(event) <= now && now - timeOf(event) <= recencyMs);
}

function thresholdOf({ adhoc_activity_threshold: threshold }: LifecycleGateConfig): number {
  return Number.isInteger(threshold) && threshold > 0 ? threshold : DEFAULT_THRESHOLD;
}

/** What was remembered of this cycle. What makes no sense, or is of another cycle, counts as nothing. */
function priorOf(prior: unknown, anchor_seq: number): LifecycleGateState {
  const fresh = {
    schema_version: "guild.lifecycle_gate.v1",
    anchor_seq,
    last_fired_at_count: 0,
    pending_correction: false,
  } as const;
  if (!isJsonObject(prior) || prior.anchor_seq !== anchor_seq) return fresh;
  const { last_fired_at_count: count, pending_correction: pending } = prior;
  if (typeof count !== "number" || !Number.isInteger(count) || count < 0) return fresh;
  return { ...fresh, last_fired_at_count: count, pending_correction: pending === true };
}
