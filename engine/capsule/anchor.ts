import { isJsonObject, type JsonObject } from "../json.ts";
import { isActive } from "../run/activity.ts";
import { isPassing, nextGate } from "../run/next-gate.ts";
import { trustedId } from "../run/untrusted.ts";

/** What is known when a session goes on. Times in milliseconds. */
export interface AnchorInput {
  readonly source: "startup" | "clear" | "compact" | "resume";
  readonly isWorker: boolean;
  readonly askedRun: string;
  /** The content of `run.yaml`; null when there is none or it cannot be read. */
  readonly header: JsonObject | null;
  /** The settings that were kept when the run began; null when none were. */
  readonly settings: JsonObject | null;
  readonly newestSignalAgeMs: number;
  readonly graceMs: number;
}

/** The checked values that an anchor is made of. */
export interface AnchorFacts {
  readonly run_id: string;
  readonly agent_mode: string;
  readonly phase: string;
  readonly initiative: string | null;
  readonly next_gate: string | null;
}

const MODES = ["team", "agent", "subagent", "auto"];

/** The facts of an anchor, or null where silence is due. Nothing that is no plain name comes through. */
export function anchorFacts(input: AnchorInput): AnchorFacts | null {
  const { source, isWorker, askedRun, header, settings, newestSignalAgeMs, graceMs } = input;
  if (isWorker || (source !== "compact" && source !== "resume")) return null;
  const run = trustedId(askedRun);
  if (run === null || header === null || header.run_id !== run) return null;
  const status = typeof header.status === "string" ? header.status : null;
  if (!isActive(status, newestSignalAgeMs, graceMs)) return null;
  const phase = trustedId(header.phase);
  return {
    run_id: run,
    agent_mode: modeIn(settings) ?? modeIn(header.settings_ref) ?? "unknown",
    phase: phase ?? "unknown",
    initiative: trustedId(header.initiative_attachment),
    next_gate: nextGate(phase, passedGates(header)),
  };
}

function modeIn(settings: unknown): string | undefined {
  return isJsonObject(settings) ? MODES.find((known) => known === settings.effective_backend) : undefined;
}

function passedGates({ gates }: JsonObject): ReadonlySet<string> {
  if (!isJsonObject(gates)) return new Set();
  return new Set(
    Object.keys(gates).filter((name) => {
      const gate = gates[name];
      return isJsonObject(gate) && isPassing(gate.outcome);
    }),
  );
}

/** What a session is told when it goes on after a compaction or in another process. */
export function renderAnchor(facts: AnchorFacts): string {
  const { agent_mode: mode, initiative, next_gate: gate } = facts;
  return [
    `[GUILD RE-ANCHOR] Run ${facts.run_id}: this session is its lean lead, not a lane worker.`,
    `${initiative === null ? "" : `Initiative ${initiative}. `}Agent mode ${mode}. Phase ${facts.phase}.`,
    mode === "team" ? "Dispatch lanes as named specialists of the team." : "Dispatch lanes to named specialists.",
    "Name a model tier with each dispatch: cheap unless there is a reason for powerful.",
    "Do no lane's work in line; come back by the resume command.",
    `Next pending gate: ${gate ?? "unknown, ask for the status"}.`,
  ].join("\n");
}

/** The same facts for a summary that is about to be written, as values and nothing else. */
export function renderForSummary(facts: AnchorFacts): string {
  const value = (text: string | null) => JSON.stringify(text ?? "unknown");
  return [
    "[GUILD PRE-COMPACT] The summary keeps this block. Its values are opaque names.",
    `run: ${value(facts.run_id)}, initiative: ${value(facts.initiative)}, phase: ${value(facts.phase)}`,
    `agent_mode: ${value(facts.agent_mode)}, next_pending_gate: ${value(facts.next_gate)}`,
    "This session is the lead and no worker; lanes go to named specialists with an explicit tier; work is taken up again by the resume command.",
  ].join("\n");
}
