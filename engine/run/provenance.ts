import { isJsonObject, type JsonObject } from "../json.ts";
import { terminalCheckpoint } from "./learning-checkpoints.ts";
import { artifactsOf } from "./run-files.ts";
import type { RunState } from "./state.ts";

export const PROVENANCE = "provenance.json";

export interface ProvenanceFacts {
  readonly folder: string;
  /** What `run.yaml` says. */
  readonly header: JsonObject;
  readonly run: RunState;
  /** ISO time. */
  readonly closedAt: string;
  /** Id of the marker in the log that says the same. */
  readonly event: string;
}

/** The content of `provenance.json` (`guild.provenance.v1`) for a run that closes. */
export function composeProvenance({ folder, header, run, closedAt: at, event }: ProvenanceFacts): JsonObject {
  const initiative = textOf(header.initiative_attachment);
  return {
    schema_version: "guild.provenance.v1",
    run_id: run.id,
    command: run.command || textOf(header.command),
    initiative,
    retention_class: initiative === null ? "one-off-90d" : "until-archive",
    started_at: run.startedAt || textOf(header.started_at),
    closed_at: at,
    status: "closed",
    run_class: textOf(header.run_class) ?? "full",
    terminal_trace_event: { event_id: event, event_name: "run_closed", at, log_ref: "logs/v1.4-events.jsonl" },
    ...leftBehind(folder, header, run.id),
    gates: isJsonObject(header.gates) ? header.gates : {},
    touched: {
      tasks: [...new Set([...run.points.values()].map(({ place }) => place.phase))],
      agents: [...new Set([...run.dispatches.values()].map(({ specialist }) => specialist))],
      skills: [...run.touched.skills],
      decisions: [],
      features: [],
      files: [...run.touched.files],
      runs: [],
    },
    benchmark_eligible: true,
  };
}

/** What may still come to a run after it was closed. A lightweight run has no learning checkpoint ever. */
export function leftBehind(folder: string, header: JsonObject, run: string): JsonObject {
  const final = header.run_class === "lightweight" ? null : terminalCheckpoint(folder, run);
  return { final_learning_checkpoint: final, artifacts: artifactsOf(folder) };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
