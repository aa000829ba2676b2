import type { JsonObject } from "../json.ts";
import type { RunState } from "./state.ts";

export interface ProvenanceFacts {
  readonly run: RunState;
  readonly started_at: string;
  readonly closed_at: string;
  readonly status: "closed" | "failed";
  readonly event_id: string;
  readonly log_ref: string;
  readonly initiative: string | null;
  readonly gates: JsonObject;
  readonly agents: readonly string[];
  readonly final_learning_checkpoint: string | null;
}

/** The content of `provenance.json` (`guild.provenance.v1`) for a run that closes. */
export function composeProvenance(facts: ProvenanceFacts): JsonObject {
  const { run, status, closed_at: at } = facts;
  return {
    schema_version: "guild.provenance.v1",
    run_id: run.id,
    command: run.command,
    initiative: facts.initiative,
    retention_class: facts.initiative === null ? "one-off-90d" : "until-archive",
    started_at: facts.started_at,
    closed_at: at,
    status,
    run_class: "full",
    terminal_trace_event: { event_id: facts.event_id, event_name: "run_closed", at, log_ref: facts.log_ref },
    final_learning_checkpoint: facts.final_learning_checkpoint,
    gates: facts.gates,
    touched: {
      tasks: [...new Set([...run.points.values()].map(({ place }) => place.phase))],
      agents: facts.agents,
      skills: [],
      decisions: [],
      features: [],
      files: [],
      runs: [],
    },
    artifacts: ["logs/v1.4-events.jsonl"],
    benchmark_eligible: status === "closed",
  };
}
