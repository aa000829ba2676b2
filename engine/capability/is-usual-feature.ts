import { isJsonObject, type JsonObject } from "../json.ts";
import { isPoint } from "../loop/points.ts";
import { CAPABILITY_ID, TIERS } from "./manifest.ts";
import { RANGE, SEMVER, UNSAFE_NAMES } from "./manifest-patterns.ts";

/**
 * Recognises the features that nearly everybody writes, without the schema: building and asking that costs a process
 * more than reading all of its capabilities. What is true here, the schema accepts; what is false here, it still may
 * accept, and otherwise it says what is wrong.
 */
export function isUsualFeature(value: JsonObject): boolean {
  return hasUsualEnvelope(value) && RARE_FIELDS.every((name) => value[name] === undefined) && hasUsualBody(value);
}

const RARE_FIELDS = ["compatVersions", "integrity", "provenance", "taskContentResolver", "reviewer"] as const;

function hasUsualEnvelope({ id, role, version, title, description, tier, requires, engines }: JsonObject): boolean {
  return (
    fits(id, CAPABILITY_ID) &&
    role === "feature" &&
    fits(version, SEMVER) &&
    isWord(title) &&
    isWord(description) &&
    (TIERS as readonly unknown[]).includes(tier) &&
    areTexts(requires) &&
    (engines === undefined || (isJsonObject(engines) && (engines.gsd === undefined || fits(engines.gsd, RANGE))))
  );
}

function hasUsualBody(value: JsonObject): boolean {
  const { runtimeCompat, skills, agents, hooks = [], commands = [], config, activationKey } = value;
  return (
    runsEverywhere(runtimeCompat) &&
    areSafeNames(skills) &&
    areSafeNames(agents) &&
    isEmpty(hooks) &&
    isEmpty(commands) &&
    isUsualConfig(config) &&
    (activationKey === undefined || isWord(activationKey)) &&
    areAll(value.steps, isUsualStep) &&
    areAll(value.contributions, isUsualContribution) &&
    areAll(value.gates, isUsualGate)
  );
}

function runsEverywhere(value: unknown): boolean {
  if (!isJsonObject(value) || value.notes !== undefined || !Array.isArray(value.supported)) return false;
  return value.supported.length === 1 && value.supported[0] === "*" && isEmpty(value.unsupported);
}

function isUsualConfig(value: unknown): boolean {
  return isJsonObject(value) && Object.entries(value).every(([key, slice]) => key !== "" && isUsualSlice(slice));
}

function isUsualSlice(value: unknown): boolean {
  if (!isJsonObject(value) || !isWord(value.description)) return false;
  const { type, default: standard, values } = value;
  if (type === "enum") return areTexts(values) && typeof standard === "string" && values.includes(standard);
  if (values !== undefined) return false;
  if (type === "number") return Number.isFinite(standard);
  return (type === "boolean" || type === "string") && typeof standard === type;
}

function isUsualStep(step: JsonObject): boolean {
  const { produces, consumes, onError, fragment, supportsReviewerLanes } = step;
  return (
    hasUsualPlace(step) &&
    isUsualRef(step.ref) &&
    areTexts(produces) &&
    areTexts(consumes) &&
    isPosture(onError) &&
    (fragment === undefined || isInline(fragment)) &&
    (supportsReviewerLanes === undefined || typeof supportsReviewerLanes === "boolean")
  );
}

function isUsualContribution(contribution: JsonObject): boolean {
  const { into, produces, consumes, fragment, onError, configValues, priority } = contribution;
  return (
    hasUsualPlace(contribution) &&
    typeof into === "string" &&
    areTexts(produces) &&
    areTexts(consumes) &&
    isInline(fragment) &&
    (onError === undefined || isPosture(onError)) &&
    configValues === undefined &&
    (priority === undefined || Number.isFinite(priority))
  );
}

function isUsualGate(gate: JsonObject): boolean {
  const { check, blocking, onError } = gate;
  if (!isJsonObject(check) || check.agentVerdict !== undefined) return false;
  const { query, predicate } = check;
  const isOneCheck =
    query === undefined ? isJsonObject(predicate) : typeof query === "string" && predicate === undefined;
  return hasUsualPlace(gate) && isOneCheck && typeof blocking === "boolean" && isPosture(onError);
}

function hasUsualPlace({ point, when, pointFrom }: JsonObject): boolean {
  return isPoint(point) && isTextIfAny(when) && isTextIfAny(pointFrom);
}

function isUsualRef(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const named = [value.skill, value.agent, value.command].filter((name) => name !== undefined);
  return named.length === 1 && isWord(named[0]);
}

function isInline(fragment: unknown): boolean {
  return isJsonObject(fragment) && isWord(fragment.inline) && fragment.path === undefined;
}

function isPosture(value: unknown): boolean {
  return value === "skip" || value === "halt";
}

function isWord(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isTextIfAny(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function fits(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function areSafeNames(value: unknown): boolean {
  return areTexts(value) && !value.some((name) => UNSAFE_NAMES.has(name));
}

function areAll(value: unknown, isUsual: (item: JsonObject) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isJsonObject(item) && isUsual(item));
}
