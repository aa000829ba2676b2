import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Predicate } from "../capability/manifest.ts";
import type { Registry } from "../capability/registry.ts";
import type { Json, JsonObject } from "../json.ts";
import { lookupConfig } from "../planning/config.ts";
import { readFrontmatter } from "../planning/frontmatter.ts";
import type { PhaseView, PlanningSnapshot } from "../planning/types.ts";
import { runCheck } from "./check.ts";
import { queryCheck } from "./query.ts";
import type { ActiveGate } from "./resolve.ts";
import { setting } from "./settings.ts";

export interface GateContext {
  readonly snapshot: PlanningSnapshot;
  readonly phase: PhaseView;
  readonly registry: Registry;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The engine's own judgement of one gate. */
export interface Verdict {
  /** `advice` is a gate that would block but is not declared blocking. */
  readonly verdict: "open" | "shut" | "advice";
  readonly message: string;
  readonly remedy: string;
  readonly details: JsonObject;
  readonly latencyMs: number;
}

/** What a check itself answers, before it is known whether its gate may block. */
export type CheckAnswer =
  | { readonly block: boolean; readonly message: string; readonly remedy: string; readonly details?: JsonObject }
  | { readonly cannotTell: string; readonly remedy: string };

const DEFAULT_TIMEOUT_SECONDS = 30;

/** Evaluates a gate. A blocking gate that cannot be evaluated is shut. */
export async function evaluateGate(gate: ActiveGate, context: GateContext): Promise<Verdict> {
  const started = performance.now();
  const answer = await answerOf(gate, context);
  const latencyMs = Math.round(performance.now() - started);
  const [blocks, message, details] =
    "cannotTell" in answer
      ? [true, `It cannot be evaluated: ${answer.cannotTell}`, {}]
      : [answer.block, answer.message, answer.details ?? {}];
  const verdict = blocks ? (gate.blocking ? "shut" : "advice") : "open";
  return { verdict, message, remedy: answer.remedy, details, latencyMs };
}

async function answerOf(gate: ActiveGate, context: GateContext): Promise<CheckAnswer> {
  const { query, predicate } = gate.check;
  try {
    if (query !== undefined) return queryCheck(query, context);
    if (predicate !== undefined) return await answerPredicate(predicate, context);
    return { block: false, message: "An agent's verdict never blocks.", remedy: "" };
  } catch (error) {
    return { cannotTell: error instanceof Error ? error.message : String(error), remedy: "Repair the check." };
  }
}

function answerPredicate(predicate: Predicate, context: GateContext): Promise<CheckAnswer> | CheckAnswer {
  switch (predicate.kind) {
    case "command-exit-zero":
      return commandExitZero(predicate, context);
    case "artifact-frontmatter-equals":
      return frontmatterEquals(predicate, context);
  }
}

/** The command that a predicate would run, or null when its key holds none. */
export function commandOf(predicate: Predicate, registry: Registry, config: JsonObject): string | null {
  if (predicate.kind !== "command-exit-zero") return null;
  if (predicate.command !== undefined) return predicate.command;
  const written = setting(config, registry, predicate.commandKey ?? "");
  return typeof written === "string" && written !== "" ? written : null;
}

async function commandExitZero(
  predicate: Extract<Predicate, { kind: "command-exit-zero" }>,
  { snapshot, phase, registry, env }: GateContext,
): Promise<CheckAnswer> {
  const command = commandOf(predicate, registry, snapshot.config);
  if (command === null) {
    return { cannotTell: `no command is set under ${predicate.commandKey}`, remedy: `Set ${predicate.commandKey}.` };
  }
  const outcome = await runCheck(command, {
    cwd: snapshot.root,
    env: {
      ...env,
      PHASE_NUMBER: phase.number,
      PHASE_DIR: phase.directory ?? "",
      PHASE_REQ_IDS: phase.requirements.join(","),
    },
    timeoutMs: (predicate.timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
  });
  const details = {
    command,
    exitCode: outcome.exitCode,
    timedOut: outcome.timedOut,
    digest: outcome.digest,
    tail: outcome.tail,
  };
  if (outcome.exitCode === 0) return { block: false, message: `\`${command}\` ended with 0`, remedy: "", details };
  const how = outcome.timedOut ? "ran out of time" : `ended with ${outcome.exitCode ?? "a signal"}`;
  return {
    block: true,
    message: `\`${command}\` ${how}`,
    remedy: `Make \`${command}\` succeed, then close the point again.`,
    details,
  };
}

function frontmatterEquals(
  predicate: Extract<Predicate, { kind: "artifact-frontmatter-equals" }>,
  { snapshot, phase }: GateContext,
): CheckAnswer {
  const { artifact, field, equals } = predicate;
  const name = artifact.replace(/\.md$/i, "");
  const file = phase.artifacts[name];
  const remedy = `Write ${artifact} for the phase with \`${field}: ${text(equals)}\` in its front matter, truthfully.`;
  if (file === undefined)
    return { block: true, message: `${artifact} is not there`, remedy, details: { artifactNotFound: true } };
  const frontmatter = readFrontmatter(readFileSync(join(snapshot.root, file), "utf8"));
  if (!frontmatter.ok) return { cannotTell: `${file}: ${frontmatter.problem.message}`, remedy };
  const found = lookupConfig(frontmatter.fields, field) ?? null;
  if (found !== null && text(found) === text(equals)) {
    return { block: false, message: `${file} says ${field}: ${text(found)}`, remedy: "" };
  }
  const says = found === null ? `has no ${field}` : `says ${field}: ${text(found)}`;
  return { block: true, message: `${file} ${says}; ${text(equals)} is needed`, remedy, details: { match: false } };
}

function text(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
