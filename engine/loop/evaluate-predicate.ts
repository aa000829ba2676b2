import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readBounded } from "../capability/read-bounded.ts";
import { readWords } from "../capability/read-words.ts";
import { confine } from "../file/confine.ts";
import { confineWords } from "../file/confine-words.ts";
import type { Guard } from "../guard/guard.ts";
import { judgeCommand } from "../guard/judge-command.ts";
import type { Json, JsonObject } from "../json.ts";
import { lookupConfig } from "../planning/config.ts";
import { readFrontmatter } from "../planning/frontmatter.ts";
import { redact } from "../run/redact.ts";
import { runCheck } from "./check.ts";
import type { Predicate } from "./predicate.ts";
import type { Settings } from "./settings.ts";

/** Where a predicate is evaluated. */
export interface PredicateContext {
  readonly root: string;
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly guard: Guard;
  readonly phase: {
    readonly number: string;
    /** Relative to the root, or null: then artifacts are looked for in the root. */
    readonly directory: string | null;
    readonly requirements: readonly string[];
  };
}

/** What a check itself answers, before it is known whether its gate may block. */
export type CheckAnswer =
  | { readonly block: boolean; readonly message: string; readonly remedy: string; readonly details?: JsonObject }
  /** `reason` is `not_allowed` when the guard refuses what the check would run. */
  | { readonly cannotTell: string; readonly remedy: string; readonly reason?: "not_allowed" };

const DEFAULT_TIMEOUT_SECONDS = 30;

export async function evaluatePredicate(predicate: Predicate, context: PredicateContext): Promise<CheckAnswer> {
  switch (predicate.kind) {
    case "command-exit-zero":
      return commandExitZero(predicate, context);
    case "artifact-frontmatter-equals":
      return frontmatterEquals(predicate, context);
    case "file-exists":
      return fileExists(predicate.path, context);
    case "config-equals":
      return configEquals(predicate.key, predicate.equals, context);
    case "all-of":
    case "any-of":
      return combined(predicate, context);
  }
}

/** The commands that a predicate would run. A key that holds none adds nothing. */
export function commandsOf(predicate: Predicate, settings: Settings): readonly string[] {
  if (predicate.kind === "all-of" || predicate.kind === "any-of") {
    return predicate.predicates.flatMap((part) => commandsOf(part, settings));
  }
  if (predicate.kind !== "command-exit-zero") return [];
  if (predicate.command !== undefined) return [predicate.command];
  const written = settings.get(predicate.commandKey ?? "");
  return typeof written === "string" && written.trim() !== "" ? [written] : [];
}

async function commandExitZero(
  predicate: Extract<Predicate, { kind: "command-exit-zero" }>,
  { root, settings, env, guard, phase }: PredicateContext,
): Promise<CheckAnswer> {
  const [command] = commandsOf(predicate, settings);
  if (command === undefined) {
    return { cannotTell: `no command is set under ${predicate.commandKey}`, remedy: `Set ${predicate.commandKey}.` };
  }
  const refused = judgeCommand(guard, command);
  if (refused !== null) {
    const cannotTell = `the guard refuses to run \`${command}\` (${refused.rule}): ${refused.reason}`;
    return { cannotTell, remedy: refused.remedy, reason: "not_allowed" };
  }
  const outcome = await runCheck(command, {
    cwd: root,
    env: {
      ...env,
      PHASE_NUMBER: phase.number,
      PHASE_DIR: phase.directory ?? "",
      PHASE_REQ_IDS: phase.requirements.join(","),
    },
    timeoutMs: (predicate.timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
  });
  const { exitCode, digest } = outcome;
  const evidence = redact(outcome.tail);
  const details = {
    kind: predicate.kind,
    command,
    exitCode,
    ...(outcome.timedOut && { timedOut: true }),
    digest,
    tail: evidence,
  };
  if (exitCode === 0) return { block: false, message: `\`${command}\` ended with 0`, remedy: "", details };
  const how = outcome.timedOut ? "ran out of time" : `ended with ${exitCode ?? "a signal"}`;
  const remedy = `Make \`${command}\` succeed, then close the point again.`;
  return { block: true, message: `\`${command}\` ${how}`, remedy, details };
}

function frontmatterEquals(
  { kind, artifact, field, equals }: Extract<Predicate, { kind: "artifact-frontmatter-equals" }>,
  { root, phase }: PredicateContext,
): CheckAnswer {
  const folder = phase.directory ?? ".";
  const remedy = `Write ${artifact} with \`${field}: ${text(equals)}\` in its front matter, truthfully.`;
  const name = findArtifact(join(root, folder), artifact);
  if (name === null) {
    return { block: true, message: `${artifact} is not there`, remedy, details: { kind, artifactNotFound: true } };
  }
  const read = readBounded(join(root, folder, name));
  if (!read.ok) return { cannotTell: `${name} cannot be read: ${readWords(read.code)}`, remedy };
  const frontmatter = readFrontmatter(read.bytes.toString("utf8"));
  if (!frontmatter.ok) return { cannotTell: `${name}: ${frontmatter.problem.message}`, remedy };
  const found = lookupConfig(frontmatter.fields, field) ?? null;
  const match = found !== null && text(found) === text(equals);
  const details = { kind, match };
  if (match) return { block: false, message: `${name} says ${field}: ${text(found)}`, remedy: "", details };
  const says = found === null ? `has no ${field}` : `says ${field}: ${text(found)}`;
  return { block: true, message: `${name} ${says}; ${text(equals)} is needed`, remedy, details };
}

/** `<NN>-SECURITY.md` before `SECURITY.md`; the first in byte order when there are several. */
function findArtifact(folder: string, artifact: string): string | null {
  let names: readonly string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    // A folder that is not there holds no artifact.
    return null;
  }
  return names.find((name) => name.endsWith(`-${artifact}`)) ?? names.find((name) => name === artifact) ?? null;
}

function fileExists(path: string, { root }: PredicateContext): CheckAnswer {
  const remedy = `Make ${path}.`;
  const place = confine(root, path, "state");
  if (!place.ok) return { cannotTell: `${path} may not be looked at: ${confineWords(place.code)}`, remedy };
  const exists = lstatSync(place.abs, { throwIfNoEntry: false }) !== undefined;
  const details = { kind: "file-exists", exists };
  return { block: !exists, message: `${path} is ${exists ? "" : "not "}there`, remedy: exists ? "" : remedy, details };
}

function configEquals(key: string, equals: Json, { settings }: PredicateContext): CheckAnswer {
  const found = settings.get(key) ?? null;
  const match = text(found) === text(equals);
  const details = { kind: "config-equals", match };
  const remedy = match ? "" : `Ask the person to set ${key} to ${text(equals)}.`;
  return { block: !match, message: `${key} is ${text(found)}`, remedy, details };
}

/** Every part is evaluated in order; the first that decides ends it. A part that cannot be told decides nothing good. */
async function combined(
  { kind, predicates }: Extract<Predicate, { kind: "all-of" | "any-of" }>,
  context: PredicateContext,
): Promise<CheckAnswer> {
  const answers: CheckAnswer[] = [];
  for (const predicate of predicates) {
    const answer = await evaluatePredicate(predicate, context);
    answers.push(answer);
    const isOpen = "block" in answer && !answer.block;
    if (isOpen === (kind === "any-of")) return withKind(answer, kind);
  }
  const [first] = answers;
  if (kind === "all-of")
    return { block: false, message: answers.map(messageOf).join("; "), remedy: "", details: { kind } };
  const unknown = answers.find((answer) => "cannotTell" in answer);
  if (unknown !== undefined) return unknown;
  return {
    block: true,
    message: answers.map(messageOf).join("; "),
    remedy: first && "remedy" in first ? first.remedy : "",
    details: { kind },
  };
}

function withKind(answer: CheckAnswer, kind: string): CheckAnswer {
  return "block" in answer ? { ...answer, details: { ...answer.details, kind } } : answer;
}

function messageOf(answer: CheckAnswer): string {
  return "cannotTell" in answer ? answer.cannotTell : answer.message;
}

function text(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
