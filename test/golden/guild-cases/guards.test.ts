import { describe, expect, test } from "bun:test";
import type { JsonObject } from "../../../engine/index.ts";
import { composeCheckpoint, planBackstop } from "../../../engine/lifecycle/backstop.ts";
import { decideCloseGate } from "../../../engine/lifecycle/close-gate.ts";
import { gateOfFile, outcomeOf } from "../../../engine/lifecycle/gate-outcome.ts";
import { heartbeatTimeout, livenessOf } from "../../../engine/lifecycle/heartbeat.ts";
import { decideLeanLead } from "../../../engine/lifecycle/lean-lead.ts";
import { decideLifecycleGate } from "../../../engine/lifecycle/lifecycle-gate.ts";
import { LIFECYCLE_SKILLS } from "../../../engine/lifecycle/lifecycle-skills.ts";
import { isWorkerStop, reflectsAfterTurn, reflectsAfterWorker } from "../../../engine/lifecycle/reflection.ts";
import { domainOf } from "../../../engine/lifecycle/skill-nudge.ts";
import { type EnvelopeStatus, judgeCreatedTask, laneStatusOf } from "../../../engine/lifecycle/task-check.ts";
import { isPassing, nextGate } from "../../../engine/run/next-gate.ts";
import { lanesIn } from "../../../engine/run/run-lanes.ts";
import { isStrictEntry } from "../../../engine/run/strict-line.ts";
import { yaml } from "../../../engine/yaml.ts";
import { guildCases, type PackedEvent, unpacked } from "./cases.ts";

interface GuardCase {
  readonly id: string;
  readonly config: { readonly enabled: boolean; readonly [threshold: string]: unknown };
  readonly env_override: boolean;
  readonly worker_session: boolean;
  readonly run_id: string;
  readonly lanes: JsonObject;
  readonly events: readonly PackedEvent[];
  readonly prior_state: unknown;
  readonly expected: JsonObject;
}

interface GateCase extends GuardCase {
  readonly prompt: string;
  readonly run_active: boolean;
  readonly run_yaml: { readonly run_id: string; readonly phase: string } | null;
  readonly now: string;
}

/** What a strict reader of this run leaves of the events. */
function strict(events: readonly PackedEvent[], run: string): readonly JsonObject[] {
  return (unpacked(events) as JsonObject[]).filter((event) => event.run_id === run && isStrictEntry(event));
}

describe("the lean-lead guard", () => {
  const { cases } = guildCases<{ readonly cases: readonly GuardCase[] }>("guards/lean-lead.json");
  test.each(cases.map((one) => [one.id, one] as const))("%s", (_id, one) => {
    const { next_state, ...decision } = decideLeanLead({
      config: one.config as never,
      isOverridden: one.env_override,
      isWorker: one.worker_session,
      lanes: [...lanesIn({ lanes: one.lanes }).values()],
      events: strict(one.events, one.run_id),
      prior: one.prior_state,
    });
    const written = { state_written: next_state !== undefined, ...(next_state && { next_state: { ...next_state } }) };
    expect({ ...decision, ...written } as JsonObject).toEqual(one.expected);
  });
});

describe("the lifecycle gate", () => {
  const { cases, recency_ms: recencyMs } = guildCases<{
    readonly cases: readonly GateCase[];
    readonly recency_ms: number;
  }>("guards/lifecycle-gate.json");
  test.each(cases.map((one) => [one.id, one] as const))("%s", (_id, one) => {
    const decision = decideLifecycleGate({
      config: one.config as never,
      isOverridden: one.env_override || /\[guild:gate-override\]/i.test(one.prompt),
      isWorker: one.worker_session,
      isRunActive: one.run_active,
      run: one.run_id,
      header: one.run_yaml,
      hasLanes: Object.keys(one.lanes).length > 0,
      events: strict(one.events, one.run_id),
      prior: one.prior_state,
      now: Date.parse(one.now),
      recencyMs,
      skills: LIFECYCLE_SKILLS,
    });
    expect(decision as unknown as JsonObject).toEqual(one.expected);
  });
});

describe("the close gate", () => {
  const { cases } = guildCases<{
    readonly cases: readonly {
      readonly id: string;
      readonly lanes: JsonObject;
      readonly receipts: readonly string[];
      readonly artifacts: readonly string[];
      readonly prior?: unknown;
      readonly override?: boolean;
      readonly expected: JsonObject;
    }[];
  }>("guards/close-gate.json");
  test.each(cases.map((one) => [one.id, one] as const))("%s", (_id, one) => {
    const decision = decideCloseGate({
      isOverridden: one.override ?? false,
      lanes: [...lanesIn({ lanes: one.lanes }).values()],
      hasContent: (path) => [...one.receipts, ...one.artifacts].includes(path),
      prior: one.prior ?? null,
    });
    expect(decision as unknown as JsonObject).toEqual(one.expected);
  });
});

describe("gate outcomes", () => {
  const outcomes = guildCases<{
    readonly file_to_gate: Readonly<Record<string, string>>;
    readonly cases: readonly { gate: "review" | "verify-done"; text: string; expected: string | null }[];
    readonly next_gate: readonly { phase: string | null; passed: readonly string[]; next_gate: string | null }[];
    readonly passing_outcomes: readonly string[];
    readonly not_passing: readonly (string | null)[];
  }>("guards/gate-outcome.json");

  test("are read from the reports of a run", () => {
    for (const [file, gate] of Object.entries(outcomes.file_to_gate)) expect(gateOfFile(file) as string).toBe(gate);
    expect(gateOfFile("summary.md")).toBeNull();
  });

  test.each(outcomes.cases.map((one) => [JSON.stringify(one.text), one] as const))("%s", (_text, one) => {
    expect(outcomeOf(one.gate, one.text) as string | null).toBe(one.expected);
  });

  test.each(outcomes.next_gate)("after $passed in $phase comes $next_gate", ({ phase, passed, next_gate: gate }) => {
    expect(nextGate(phase, new Set(passed))).toBe(gate);
  });

  test("let a gate pass by known words only", () => {
    expect(outcomes.passing_outcomes.every(isPassing)).toBe(true);
    expect(outcomes.not_passing.some(isPassing)).toBe(false);
  });
});

describe("reflection", () => {
  const { stop, subagent_stop: workers } = guildCases<{
    readonly stop: readonly { id: string; events: readonly JsonObject[]; passes: boolean }[];
    readonly subagent_stop: readonly {
      id: string;
      env: Readonly<Record<string, string>>;
      stops: number;
      spec_exists: boolean;
      passes: boolean;
    }[];
  }>("guards/reflection.json");

  test.each(stop.map((one) => [one.id, one] as const))("after a turn: %s", (_id, { events, passes }) => {
    expect(reflectsAfterTurn(events)).toBe(passes);
  });

  test.each(workers.map((one) => [one.id, one] as const))("after a worker: %s", (_id, one) => {
    expect(reflectsAfterWorker({ env: one.env, stops: one.stops, hasSpec: one.spec_exists })).toBe(one.passes);
  });

  test("a worker's stop counts in the log's own form too", () => {
    expect(isWorkerStop({ event: "hook_event", hook_name: "SubagentStop", lane_id: "T1" })).toBe(true);
    expect(isWorkerStop({ event: "hook_event", hook_name: "SubagentStop" })).toBe(false);
  });
});

describe("the checks of a team", () => {
  const team = guildCases<{
    readonly task_created: readonly {
      payload: { task_subject: string; task_description?: string; teammate_name: string };
      plan_task_ids: readonly string[] | null;
      expected: string;
    }[];
    readonly lane_status_from_envelope: Readonly<Record<EnvelopeStatus, string>>;
    readonly heartbeat: readonly {
      tier: string | null;
      heartbeat_timeout_ms: number | null;
      age_ms: number;
      fresh: boolean;
    }[];
    readonly liveness_source: readonly {
      json: boolean;
      log?: boolean;
      timestamp?: string;
      source: string;
      fresh?: boolean;
    }[];
  }>("guards/agent-team.json");

  test.each(team.task_created.map((one, index) => [index, one.expected, one] as const))(
    "task %d: %s",
    (_index, expected, { payload, plan_task_ids: planned }) => {
      const task = {
        owner: payload.teammate_name,
        subject: payload.task_subject,
        description: payload.task_description ?? "",
      };
      expect(judgeCreatedTask(task, planned) as string).toBe(expected);
    },
  );

  test("a receipt's word becomes the status of its lane", () => {
    for (const [word, status] of Object.entries(team.lane_status_from_envelope)) {
      expect(laneStatusOf(word as EnvelopeStatus) as string).toBe(status);
    }
  });

  const NOW = Date.parse("2026-03-01T10:00:00.000Z");
  test.each(team.heartbeat)("$tier, limit $heartbeat_timeout_ms, age $age_ms: $fresh", (one) => {
    const stamp = new Date(NOW - one.age_ms).toISOString();
    const timeout = heartbeatTimeout(one.tier, one.heartbeat_timeout_ms);
    expect(livenessOf({ stamp, logAgeMs: null }, NOW, timeout).fresh).toBe(one.fresh);
  });

  test.each(team.liveness_source.map((one, index) => [index, one] as const))("sign of life %d", (_index, one) => {
    const { timestamp: given = new Date(NOW).toISOString() } = one;
    const stamp = one.json ? given.replace("in the future", new Date(NOW + 1e6).toISOString()) : null;
    const alive = livenessOf({ stamp, logAgeMs: one.log ? 0 : null }, NOW, 600_000);
    expect(alive).toMatchObject({ source: one.source, ...(one.fresh !== undefined && { fresh: one.fresh }) } as object);
  });
});

describe("the skill nudge", () => {
  const { domains, cases } = guildCases<{
    readonly domains: Readonly<Record<string, readonly string[]>>;
    readonly cases: readonly { prompt: string; domain: string | null }[];
  }>("guards/skill-nudge.json");
  test.each(cases)("$prompt: $domain", ({ prompt, domain }) => {
    expect(domainOf(prompt, domains)).toBe(domain);
  });
});

describe("the learning backstop", () => {
  const learning = guildCases<{
    readonly targets: readonly string[];
    readonly phase_map: Readonly<Record<string, string>>;
    readonly backstop_yaml_keys: readonly string[];
    readonly cases: readonly {
      id: string;
      phases_log: readonly string[] | null;
      existing: readonly string[];
      written: readonly string[];
      skipped: readonly string[];
      unknown: readonly string[];
    }[];
  }>("guards/learning-checkpoint.json");

  test.each(learning.cases.map((one) => [one.id, one] as const))("%s", (_id, one) => {
    const { written, skipped, unknown } = one;
    const plan = planBackstop(one.phases_log, (phase) => one.existing.includes(phase));
    expect(plan).toEqual({ written, skipped, unknown });
  });

  test("maps every phase and decides nothing for any target", () => {
    for (const [token, phase] of Object.entries(learning.phase_map)) {
      expect(planBackstop([token], () => false).written).toEqual([phase]);
    }
    const { learning_checkpoint: checkpoint } = yaml().parse(composeCheckpoint("planning", "run-x"));
    expect(Object.keys(checkpoint).sort()).toEqual([...learning.backstop_yaml_keys].sort());
    expect(checkpoint.decisions).toEqual(Object.fromEntries(learning.targets.map((target) => [target, "none"])));
    expect(checkpoint).toMatchObject({ backstop: true, observed: [], phase: "planning", run_id: "run-x" });
  });
});
