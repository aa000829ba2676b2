import { type Concern, NOTHING } from "../concern.ts";
import type { EventOf } from "../event.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";
import { readStrict } from "../run/read-log.ts";
import { headerScalar } from "../run/run-header.ts";
import { readLanes } from "../run/run-lanes.ts";
import type { RunLog } from "../run/run-log.ts";
import { MOVES } from "../run/state.ts";
import { liveRun, withMemory } from "./lead-facts.ts";
import { decideLifecycleGate, type LifecycleGateDecision } from "./lifecycle-gate.ts";
import { isBlocking, isOn } from "./settings.ts";
import { domainOf } from "./skill-nudge.ts";

const MARK = "[GUILD LIFECYCLE GATE]";
const OVERRIDE = "[guild:gate-override]";
const RECENCY_MS = 30 * 60_000;

/** Tells a lead that works outside the lifecycle, before its prompt is recorded. */
export const lifecycleGate: Concern<"prompt.submit"> = {
  name: "lifecycle-gate",
  posture: "advice",
  react(event, context) {
    if (event.author !== "person" || !isOn("lifecycle_gate", context)) return NOTHING;
    const run = liveRun(event.session, context);
    if (!run) return NOTHING;
    const isRefused = isBlocking("lifecycle_gate", context);
    const decision = withMemory(run, "lifecycle-gate-state.json", context, (prior) => {
      const judged = judge(event, run, prior, context);
      return isRefused || !judged.next_state
        ? judged
        : { ...judged, next_state: { ...judged.next_state, pending_correction: false } };
    });
    return reactionsTo(decision, run, isRefused);
  },
};

function judge(event: EventOf<"prompt.submit">, run: RunLog, prior: unknown, context: ProjectContext) {
  const { env } = context;
  const recency = Number(env.GUILD_LIFECYCLE_GATE_RECENCY_MS);
  const header = context.runs.header(run);
  return decideLifecycleGate({
    config: {
      enabled: true,
      adhoc_activity_threshold: context.setting("lifecycle_gate.adhoc_activity_threshold"),
    },
    isOverridden: env.GUILD_LIFECYCLE_GATE_OVERRIDE === "1" || event.text.toLowerCase().includes(OVERRIDE),
    isWorker: false,
    isRunActive: true,
    run: run.id,
    header: { run_id: headerScalar(header, "run_id"), phase: headerScalar(header, "phase") },
    hasLanes: readLanes(run.folder).size > 0,
    events: readStrict(run.folder, run.id, MOVES),
    prior,
    now: event.at,
    recencyMs: recency > 0 ? recency : RECENCY_MS,
    skills: new Set(context.setting("lifecycle_gate.skills")),
  });
}

function reactionsTo(decision: LifecycleGateDecision, run: RunLog, isRefused: boolean): readonly Reaction[] {
  if (!decision.block && !decision.context) return NOTHING;
  const numbers = `${decision.total} calls since the last step of the lifecycle, ${decision.mutations} of them changes`;
  const remedy = `Go on by a lifecycle command, such as /gsd-progress, or put ${OVERRIDE} into the prompt.`;
  if (decision.block && isRefused) {
    return [{ type: "deny", rule: "lifecycle.gate", reason: `run ${run.id} has ${numbers}`, remedy }];
  }
  const text = `${MARK} Run ${run.id}: ${numbers}. Before you go on, take the work back into the lifecycle.\n${remedy}`;
  return [
    { type: "context", text },
    { type: "notify", level: "info", text: `Working outside the lifecycle: ${numbers}. ${remedy}` },
  ];
}

/** Sessions that were told already. */
const nudged = new WeakMap<ProjectContext, Set<string>>();

/** Says once per session that a prompt speaks of a domain that has no specialist. */
export const skillNudge: Concern<"prompt.submit"> = {
  name: "skill-nudge",
  posture: "advice",
  react(event, context) {
    if (event.author !== "person" || !isOn("skill_nudge", context)) return NOTHING;
    const told = nudged.get(context) ?? new Set<string>();
    nudged.set(context, told);
    if (told.has(event.session.id) || !liveRun(event.session, context)) return NOTHING;
    const domain = domainOf(event.text, context.setting("skill_nudge.domains"));
    if (domain === null) return NOTHING;
    told.add(event.session.id);
    const text = `[GUILD SKILL NUDGE] No specialist covers ${domain}; say so before you plan work in it.`;
    return [{ type: "context", text }];
  },
};
